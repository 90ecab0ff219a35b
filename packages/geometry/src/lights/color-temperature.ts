/** The least and the greatest temperature that differ from those beyond, in kelvins. */
export const TEMPERATURES = [1000, 10_000] as const;

/**
 * Returns the color of a black body as linear Rec. 709 with a luminance of 1: the chromaticity of Krystek (1985), which is exact to
 * 1e-4 for 1,000 to 15,000 K. As in the reference, temperatures are clamped to 1,000 to 10,000 K, and negative colors to 0.
 */
export function colorTemperature(kelvin: number): readonly [r: number, g: number, b: number] {
  const [least, most] = TEMPERATURES;
  const t = Math.min(most, Math.max(least, Number.isFinite(kelvin) ? kelvin : 6500));
  const u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t);
  const v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t);
  const sum = 2 * u - 8 * v + 4;
  const x = (3 * u) / sum;
  const y = (2 * v) / sum;
  const [bigX, bigZ] = [x / y, (1 - x - y) / y];
  const r = 3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ;
  const g = -0.969266 * bigX + 1.8760108 + 0.041556 * bigZ;
  const b = 0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ;
  const clamp = (value: number): number => Math.max(0, value);
  const luminance = 0.2126 * clamp(r) + 0.7152 * clamp(g) + 0.0722 * clamp(b);
  return [clamp(r) / luminance, clamp(g) / luminance, clamp(b) / luminance];
}
