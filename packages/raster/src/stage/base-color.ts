/** The base color of surfaces: what their layers tint is part of it, since the renderer has one color of what is below them. */
import type { Rgb } from "@usdkit/assets";
import type { SurfaceInput, SurfaceInputs, SurfaceMaterial } from "@usdkit/geometry";

/** The color below the layers of a surface. */
export interface BaseColor {
  readonly color: SurfaceInput;
  /** What it is multiplied by: the color of the clear layer above it. */
  readonly tint: Rgb;
}

const WHITE: SurfaceInput = { value: [1, 1, 1], source: null };

/** Returns the color below the layers of a surface: diffuse reflection, light from below the surface, and what passes. */
export function baseColor({ inputs, transmissionTint }: SurfaceMaterial): BaseColor {
  const { diffuseColor, subsurface, subsurfaceColor, transmission, transmissionColor, transmissionDepth } = inputs;
  const below = mixed(diffuseColor, subsurfaceColor, subsurface);
  const passing = transmissionDepth.value[0] > 0 ? WHITE : transmissionColor;
  const color = transmissionTint === "diffuseColor" ? below : mixed(below, passing, transmission);
  return { color, tint: coatTint(inputs) };
}

/** Returns whether the color of a surface is that of its inputs, and not only an approximation of it. */
export function hasExactBaseColor({ inputs, transmissionTint }: SurfaceMaterial): boolean {
  const { diffuseColor, subsurface, subsurfaceColor, transmission, transmissionColor } = inputs;
  const mixes = transmissionTint === "diffuseColor" || canMix(diffuseColor, transmissionColor, transmission);
  return mixes && canMix(diffuseColor, subsurfaceColor, subsurface);
}

function canMix(first: SurfaceInput, second: SurfaceInput, share: SurfaceInput): boolean {
  const [t] = share.value;
  if (share.source === null && (t <= 0 || t >= 1)) return true;
  return share.source === null && first.source === null && second.source === null;
}

/** Returns the mix of two colors; the first one if textures would have to be mixed. */
function mixed(first: SurfaceInput, second: SurfaceInput, share: SurfaceInput): SurfaceInput {
  const [t] = share.value;
  if (share.source !== null || !(t > 0)) return first;
  if (t >= 1) return second;
  if (first.source !== null || second.source !== null) return first;
  return { value: first.value.map((value, i) => value + t * (second.value[i] - value)), source: null };
}

function coatTint({ clearcoat, clearcoatColor }: SurfaceInputs): Rgb {
  const coat = clearcoat.source === null ? clearcoat.value[0] : 0;
  const [r, g, b] = clearcoatColor.value.map((value) => 1 + coat * (value - 1));
  return [r, g, b];
}
