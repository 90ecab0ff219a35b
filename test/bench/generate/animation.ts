import { ByteWriter } from "./byte-writer.ts";
import { Random } from "./random.ts";

/** A layer of about `size` bytes that is nearly all time samples: transforms, scalars, visibility, deforming points. */
export function animation(size: number): Buffer {
  const random = new Random(size);
  const out = new ByteWriter(size);
  out.text(
    `#usda 1.0\n(\n    defaultPrim = "Shot"\n    endTimeCode = 1240\n    framesPerSecond = 24\n    startTimeCode = 1001\n` +
      `    timeCodesPerSecond = 24\n)\n\ndef Xform "Shot" (\n    kind = "assembly"\n)\n{\n`,
  );
  for (let index = 0; out.length < size; index++) {
    if (random.chance(12)) deformingMesh(out, random, index);
    else control(out, random, index);
  }
  out.text("}\n");
  return out.bytes();
}

function control(out: ByteWriter, random: Random, index: number): void {
  const frames = random.between(40, 240);
  // Motion blur: one control in eight has samples between the frames.
  const step = random.chance(12) ? 25 : 100;
  const rotates = random.chance(60);
  const rotation = rotates ? "xformOp:rotateXYZ" : "xformOp:orient";
  out.text(`    def Xform "Control_${index}"\n    {\n`);
  if (random.chance(50)) {
    samples(out, "custom float weight", { frames, step }, () => out.float(random, 0));
  }
  if (random.chance(30)) {
    out.text("        token visibility.timeSamples = {\n");
    for (let frame = 0; frame < frames; frame += random.between(10, 40)) {
      out.text(`            ${1001 + frame}: "${random.chance(50) ? "inherited" : "invisible"}",\n`);
    }
    out.text("        }\n");
  }
  if (rotates) samples(out, "float3 xformOp:rotateXYZ", { frames, step }, () => out.tuple(random, 3, 3));
  else samples(out, "quatf xformOp:orient", { frames, step }, () => out.tuple(random, 4, 0));
  samples(out, "double3 xformOp:translate", { frames, step }, () => out.tuple(random, 3, 3));
  out.text(`        uniform token[] xformOpOrder = ["xformOp:translate", "${rotation}"]\n    }\n\n`);
}

function deformingMesh(out: ByteWriter, random: Random, index: number): void {
  const points = random.between(60, 500);
  const frames = random.between(4, 24);
  out.text(`    def Mesh "Cloth_${index}"\n    {\n`);
  samples(out, "float3[] extent", { frames, step: 100 }, () => out.floats(random, 2, 3, 3));
  out.text("        int[] faceVertexCounts = [");
  for (let face = 0; face < points - 2; face++) out.text(face === 0 ? "3" : ", 3");
  out.text("]\n        int[] faceVertexIndices = [");
  for (let face = 0; face < points - 2; face++) out.text(`${face === 0 ? "" : ", "}${face}, ${face + 1}, ${face + 2}`);
  out.text("]\n");
  samples(out, "point3f[] points", { frames, step: 100 }, () => out.floats(random, points, 3, 3));
  out.text("    }\n\n");
}

interface SampleTimes {
  readonly frames: number;
  /** Hundredths of a frame between two samples. */
  readonly step: number;
}

function samples(out: ByteWriter, attribute: string, { frames, step }: SampleTimes, value: () => void): void {
  out.text(`        ${attribute}.timeSamples = {\n`);
  for (let time = 0; time < frames * 100; time += step) {
    out.text("            ");
    const hundredths = time % 100;
    if (hundredths === 0) out.integer(1001 + time / 100);
    else if (hundredths === 50) out.decimal(10_010 + time / 10, 1);
    else out.decimal(100_100 + time, 2);
    out.text(": ");
    value();
    out.text(",\n");
  }
  out.text("        }\n");
}
