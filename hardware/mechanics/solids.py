"""STL files as solids: what a mesh check needs, from numpy, trimesh and manifold3d alone."""

from collections.abc import Sequence
from pathlib import Path

import manifold3d
import numpy
import trimesh
from manifold3d import Manifold as Volume

HERE = Path(__file__).parent
_NARROW_MM = 1e-4
_SAMPLES = 1500


class Solid:
    """One STL file."""

    def __init__(self, path: Path) -> None:
        self.mesh = trimesh.load_mesh(path)
        self.mesh.merge_vertices()

    @property
    def watertight(self) -> bool:
        """Every edge belongs to two triangles that agree on what is inside."""
        return bool(self.mesh.is_watertight and self.mesh.is_winding_consistent)

    @property
    def bodies(self) -> int:
        """How many pieces hang together."""
        return len(self.mesh.split(only_watertight=False))

    @property
    def through_holes(self) -> float:
        """Genus: holes that one can look, or thread a wire, through."""
        return float(2 * self.bodies - self.mesh.euler_number) / 2

    @property
    def size_mm(self) -> list[float]:
        """Of the box around it."""
        return [float(length) for length in self.mesh.extents]

    def volume(self) -> Volume:
        """For cutting and intersecting."""
        corners = numpy.asarray(self.mesh.vertices, numpy.float32)
        return Volume(manifold3d.Mesh(corners, numpy.asarray(self.mesh.faces, numpy.uint32)))

    def thinnest(self) -> tuple[float, list[float]]:
        """mm and place of the thinnest wall, by rays from points spread over the part.

        A wall is between two faces that are nearly parallel: what runs out to an edge or a tip is none.
        """
        mesh = self.mesh
        points, faces = trimesh.sample.sample_surface(mesh, _SAMPLES, seed=1)
        normals = mesh.face_normals
        corner, first, second = (
            mesh.triangles[:, 0],
            *(mesh.triangles[:, i] - mesh.triangles[:, 0] for i in (1, 2)),
        )
        thinnest = (numpy.inf, [0.0, 0.0, 0.0])
        for point, face in zip(points, faces, strict=True):
            ray = -normals[face]
            across = numpy.cross(ray, second)
            area = (first * across).sum(axis=1)
            way = point - corner
            turned = numpy.cross(way, first)
            with numpy.errstate(divide="ignore", invalid="ignore"):  # triangles that the ray runs along
                u = (way * across).sum(axis=1) / area
                v = turned @ ray / area
                far = (second * turned).sum(axis=1) / area
                hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (far > _NARROW_MM) & numpy.isfinite(far)
            if not hit.any():
                continue
            nearest = numpy.flatnonzero(hit)[far[hit].argmin()]
            if normals[nearest] @ ray > 0.95:
                thinnest = min(thinnest, (float(far[nearest]), [round(float(x), 1) for x in point]))
        return thinnest


def shared_mm3(one: Volume, other: Volume) -> float:
    """Volume that two solids both claim."""
    return float((one ^ other).volume())


def moved(one: Volume, by_mm: Sequence[float]) -> Volume:
    """The same somewhere else."""
    return one.translate(tuple(by_mm))


def behind(one: Volume, y_mm: float) -> Volume:
    """What of it lies at a smaller y."""
    return one.trim_by_plane((0.0, -1.0, 0.0), -y_mm)


def write(one: Volume, path: Path) -> None:
    """Store it as STL."""
    mesh = one.to_mesh()
    trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts).export(path)
