/** Writes splats as PLY, in the layout of training code, and as SPZ 2 (github.com/nianticlabs/spz). */
import { gzipSync } from "node:zlib";

/** Isotropic splats, each of one color. */
export interface Splats {
  /** Flat, 3 a splat; scene units. */
  readonly positions: Float32Array;
  /** Red, green and blue from 0 to 1, flat. */
  readonly colors: Float32Array;
  /** Sigma in scene units, flat, 3 per splat. */
  readonly scales: Float32Array;
  /** From 0 to 1. */
  readonly opacities: Float32Array;
}

/** Coefficient of the harmonics' first term: the rendered color is 0.5 + SH_C0 · f_dc. */
const SH_C0 = 0.28209479177387814;

export function writePly({ positions, colors, scales, opacities }: Splats): Buffer {
  const count = opacities.length;
  const names = "x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3".split(" ");
  const lines = ["ply", "format binary_little_endian 1.0", `element vertex ${count}`];
  const header = [...lines, ...names.map((name) => `property float ${name}`), "end_header", ""].join("\n");
  const values = new DataView(new ArrayBuffer(count * names.length * 4));
  for (let i = 0; i < count; i++) {
    const opacity = Math.min(Math.max(opacities[i], 1e-6), 1 - 1e-6);
    const row = [
      ...positions.subarray(3 * i, 3 * i + 3),
      ...Array.from(colors.subarray(3 * i, 3 * i + 3), (value) => (value - 0.5) / SH_C0),
      Math.log(opacity / (1 - opacity)),
      ...Array.from(scales.subarray(3 * i, 3 * i + 3), Math.log),
      1,
      0,
      0,
      0,
    ];
    for (const [j, value] of row.entries()) values.setFloat32((i * names.length + j) * 4, value, true);
  }
  return Buffer.concat([Buffer.from(header), new Uint8Array(values.buffer)]);
}

const FRACTION_BITS = 12;

export function writeSpz({ positions, colors, scales, opacities }: Splats): Buffer {
  const count = opacities.length;
  const bytes = Buffer.alloc(16 + count * 19);
  bytes.write("NGSP", 0, "latin1");
  bytes.writeUInt32LE(2, 4);
  bytes.writeUInt32LE(count, 8);
  bytes.writeUInt8(FRACTION_BITS, 13);
  let at = 16;
  for (const value of positions) {
    const fixed = Math.min(Math.max(Math.round(value * 2 ** FRACTION_BITS), -(2 ** 23)), 2 ** 23 - 1);
    at = bytes.writeIntLE(fixed, at, 3);
  }
  for (const value of opacities) at = bytes.writeUInt8(byte(value * 255), at);
  for (const value of colors) at = bytes.writeUInt8(byte((((value - 0.5) / SH_C0) * 0.15 + 0.5) * 255), at);
  for (const value of scales) at = bytes.writeUInt8(byte((Math.log(value) + 10) * 16), at);
  // Identity rotation: x, y and z are 0, which lies between 127 and 128.
  for (let i = 0; i < count * 3; i++) at = bytes.writeUInt8(128, at);
  return gzipSync(bytes);
}

function byte(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 255);
}
