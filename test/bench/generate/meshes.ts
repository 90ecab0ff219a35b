import { ByteWriter } from "./byte-writer.ts";
import { Random } from "./random.ts";

/** Roughly what one vertex takes in all arrays together. */
const bytesPerVertex = 137;

/**
 * A layer of Mesh prims of about `size` bytes, as a geometry exporter writes it: one mesh with two fifths of the bytes,
 * two with an eighth each, the others small.
 */
export function meshes(size: number): Buffer {
  const random = new Random(size);
  const out = new ByteWriter(size);
  out.text(
    `#usda 1.0\n(\n    defaultPrim = "World"\n    metersPerUnit = 0.01\n    upAxis = "Y"\n)\n\n` +
      `def Xform "World" (\n    kind = "assembly"\n)\n{\n`,
  );
  let index = 0;
  for (const share of [0.4, 0.125, 0.125]) {
    mesh(out, random, index++, Math.max(9, Math.floor((size * share) / bytesPerVertex)));
  }
  while (out.length < size) {
    const left = Math.floor((size - out.length) / bytesPerVertex);
    const vertices = random.chance(10) ? random.between(3_000, 12_000) : random.between(24, 900);
    mesh(out, random, index++, Math.max(9, Math.min(vertices, left)));
  }
  out.text("}\n");
  return out.bytes();
}

/** A grid of quads with one normal and one texture coordinate a vertex. */
function mesh(out: ByteWriter, random: Random, index: number, vertices: number): void {
  const width = Math.floor(Math.sqrt(vertices));
  const height = Math.floor(vertices / width);
  const count = width * height;
  const faces = (width - 1) * (height - 1);
  out.text(
    `    def Mesh "Mesh_${index}" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {\n` +
      `        uniform bool doubleSided = ${index % 2}\n        float3[] extent = [`,
  );
  out.tuple(random, 3, 3);
  out.text(", ");
  out.tuple(random, 3, 3);
  out.text("]\n        int[] faceVertexCounts = [");
  for (let face = 0; face < faces; face++) out.text(face === 0 ? "4" : ", 4");
  out.text("]\n        int[] faceVertexIndices = [");
  for (let row = 0; row < height - 1; row++) {
    for (let column = 0; column < width - 1; column++) {
      const corner = row * width + column;
      if (corner > 0) out.text(", ");
      out.integer(corner);
      out.text(", ");
      out.integer(corner + 1);
      out.text(", ");
      out.integer(corner + width + 1);
      out.text(", ");
      out.integer(corner + width);
    }
  }
  out.text("]\n        rel material:binding = </World/Looks/Default>\n        normal3f[] normals = ");
  out.floats(random, count, 3, 0);
  out.text(` (\n            interpolation = "vertex"\n        )\n        point3f[] points = `);
  out.floats(random, count, 3, 3);
  out.text("\n        texCoord2f[] primvars:st = ");
  out.floats(random, count, 2, 0);
  out.text(
    ` (\n            interpolation = "vertex"\n        )\n` +
      `        uniform token subdivisionScheme = "none"\n        double3 xformOp:translate = `,
  );
  out.tuple(random, 3, 3);
  out.text(`\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n    }\n\n`);
}
