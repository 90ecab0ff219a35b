/** Khronos PBR Neutral: keeps base colors as they are and compresses highlights (https://github.com/KhronosGroup/ToneMapping). */
const START = 0.8 - 0.04;
const DESATURATION = 0.15;

/** Maps three linear numbers in place. */
export function toneMapNeutral(color: Float64Array): void {
  const least = Math.min(color[0], color[1], color[2]);
  const offset = least < 0.08 ? least - 6.25 * least * least : 0.04;
  let r = color[0] - offset;
  let g = color[1] - offset;
  let b = color[2] - offset;
  const peak = Math.max(r, g, b);
  if (peak >= START) {
    const d = 1 - START;
    const newPeak = 1 - (d * d) / (peak + d - START);
    const scale = newPeak / peak;
    const keep = 1 / (DESATURATION * (peak - newPeak) + 1);
    const white = newPeak * (1 - keep);
    r = r * scale * keep + white;
    g = g * scale * keep + white;
    b = b * scale * keep + white;
  }
  color[0] = r;
  color[1] = g;
  color[2] = b;
}
