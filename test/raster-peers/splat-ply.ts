import type { SplatAsset } from "../../packages/raster/src/index.ts";

/** Splats as training writes them: logarithms of scales, logits of opacities, the harmonics channel by channel. */
export function splatPly({ count, degree, ...splats }: SplatAsset): Uint8Array {
  const coefficients = (degree + 1) ** 2;
  const rest = 3 * (coefficients - 1);
  const names = [
    ..."x y z f_dc_0 f_dc_1 f_dc_2".split(" "),
    ...Array.from({ length: rest }, (_, i) => `f_rest_${i}`),
    ..."opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3".split(" "),
  ];
  const lines = ["ply", "format binary_little_endian 1.0", `element vertex ${count}`];
  const header = [...lines, ...names.map((name) => `property float ${name}`), "end_header", ""].join("\n");
  const numbers = new Float32Array(names.length * count);
  for (let i = 0, at = 0; i < count; i++) {
    const put = (value: number): void => void (numbers[at++] = value);
    for (let k = 0; k < 3; k++) put(splats.positions[3 * i + k]);
    for (let k = 0; k < 3; k++) put(splats.harmonics[3 * coefficients * i + k]);
    for (let channel = 0; channel < 3; channel++) {
      for (let k = 1; k < coefficients; k++) put(splats.harmonics[3 * (coefficients * i + k) + channel]);
    }
    const opacity = Math.min(0.9999, Math.max(1e-4, splats.opacities[i]));
    put(Math.log(opacity / (1 - opacity)));
    for (let k = 0; k < 3; k++) put(Math.log(splats.scales[3 * i + k]));
    for (let k = 0; k < 4; k++) put(splats.orientations[4 * i + k]);
  }
  return Buffer.concat([Buffer.from(header, "latin1"), Buffer.from(numbers.buffer)]);
}
