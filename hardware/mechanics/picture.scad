// Shows STL files for a picture: each line of `shown` is [file, colour, [x, y, z] that it is moved by].
shown = [];
for (one = shown) color(one[1]) translate(one[2]) import(one[0]);
