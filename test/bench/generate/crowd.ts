import { ByteWriter } from "./byte-writer.ts";
import { Random } from "./random.ts";

/** Prims of one parent. three reads siblings by recursion, and ends at some thousands. */
const GROUP_SIZE = 500;

/** A layer of about `size` bytes of placed prims (some 490 bytes each) with attributes of their own and a few time samples. */
export function crowd(size: number): Buffer {
  const random = new Random(size);
  const out = new ByteWriter(size);
  out.text(
    `#usda 1.0\n(\n    defaultPrim = "Crowd"\n    endTimeCode = 1240\n    startTimeCode = 1001\n` +
      `    timeCodesPerSecond = 24\n)\n\ndef Xform "Crowd"\n{\n`,
  );
  for (let index = 0; out.length < size; index++) {
    if (index % GROUP_SIZE === 0) {
      if (index > 0) out.text("    }\n\n");
      out.text(`    def Xform "Group_${index / GROUP_SIZE}"\n    {\n`);
    }
    out.text(`    def Xform "Agent_${index}" (\n        kind = "component"\n    )\n    {\n`);
    out.text(`        custom string agent:role = "walker ${random.below(40)}"\n        int agent:seed = `);
    out.integer(random.below(1_000_000));
    out.text("\n        float3[] extent = ");
    out.floats(random, 2, 3, 2);
    out.text("\n        double3 xformOp:translate.timeSamples = {\n");
    const first = 1001 + random.below(200);
    for (let frame = 0; frame < 3; frame++) {
      out.text(`            ${first + 8 * frame}: `);
      out.tuple(random, 3, 3);
      out.text(",\n");
    }
    out.text("        }\n        float3 xformOp:rotateXYZ = ");
    out.tuple(random, 3, 3);
    out.text(
      `\n        token visibility = "${random.chance(90) ? "inherited" : "invisible"}"\n` +
        `        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]\n    }\n\n`,
    );
  }
  out.text("    }\n}\n");
  return out.bytes();
}
