/** Values of shader networks as inputs of materials. */
import type {
  ComputedTexture,
  SurfaceInput,
  TexCoordTransform,
  TexelStep,
  TextureImage,
  TextureSource,
} from "../model/surface-material.ts";
import type { Numbers } from "./operation.ts";
import { componentsOf, resized, type ImageUse, type ShaderValue, type TexelValue } from "./shader-value.ts";

/** What an input is, for its texels: light; a number from 0 to 1; or a vector from −1 to 1. */
export type InputKind = "color" | "number" | "vector";

/** An input that cannot be drawn as its network defines it, with the reason. */
export interface NotDrawn {
  readonly reason: string;
}

const CHANNELS = ["r", "g", "b", "a"] as const;
/** Steps of a computed texture. */
const MOST_STEPS = 512;

/**
 * Returns the input of a material with a value.
 *
 * @param fallback what counts where the value cannot be had; it has the numbers of the input
 */
export function surfaceInput(value: ShaderValue, kind: InputKind, fallback: Numbers): SurfaceInput | NotDrawn {
  const fitted = resized(value, fallback.length);
  switch (fitted.kind) {
    case "constant":
      return { value: fitted.value.every(Number.isFinite) ? fitted.value : fallback, source: null };
    case "primvar": {
      if (fitted.transform !== null) return { reason: "it is a primvar that is moved" };
      const own = fitted.fallback?.length === fallback.length ? fitted.fallback : fallback;
      return { value: own, source: { kind: "primvar", name: fitted.name } };
    }
    case "texels": {
      const texture = textureSource(fitted);
      if (texture !== undefined) return { value: fallbackOf(fitted) ?? fallback, source: texture };
      break;
    }
    case "computed":
      // A primvar of which some components are used, such as the color of an RGBA.
      if (fitted.operation === "select" && fitted.of[0].kind === "primvar") {
        return { value: fallback, source: { kind: "primvar", name: fitted.of[0].name } };
      }
      break;
  }
  const texture = computedTexture(fitted, kind);
  return "reason" in texture ? texture : { value: fallback, source: texture };
}

/** Returns the value of texels where there is no image. */
function fallbackOf({ image, channels, scale, bias }: TexelValue): Numbers | undefined {
  const { fallback } = image;
  if (fallback === null) return undefined;
  const value = channels.map((channel, i) => scale[i] * (fallback[channel] ?? 0) + bias[i]);
  return value.every(Number.isFinite) ? value : undefined;
}

/** Returns the texture that has texels as its values; undefined if that needs other channels or factors than a texture has. */
function textureSource({ image, channels, scale, bias }: TexelValue): TextureSource | undefined {
  const { coordinates: _coordinates, fallback: _fallback, ...use } = image;
  const texture = { kind: "texture", ...use, ...coordinatesOf(image) } as const;
  const isColor = channels.length === 3 && channels.every((channel, i) => channel === i);
  if (isColor) return { ...texture, channels: "rgb", scale: [...scale, 1], bias: [...bias, 0] };
  const [channel] = channels;
  const isGray = channels.every((each, i) => each === channel && scale[i] === scale[0] && bias[i] === bias[0]);
  if (!isGray) return undefined;
  return {
    ...texture,
    channels: CHANNELS[channel],
    scale: CHANNELS.map((_, i) => (i === channel ? scale[0] : 1)),
    bias: CHANNELS.map((_, i) => (i === channel ? bias[0] : 0)),
  };
}

type ImageCoordinates = Pick<TextureSource, "texCoords" | "texCoordsFallback" | "texCoordTransform">;

function coordinatesOf({ coordinates }: Pick<ImageUse, "coordinates">): ImageCoordinates {
  const { name, transform, fallback } = coordinates;
  const [u = 0, v = 0] = fallback ?? [];
  const texCoordsFallback = u === 0 && v === 0 ? undefined : ([u, v] as const);
  return { texCoords: name, texCoordsFallback, texCoordTransform: transform };
}

/** Returns the steps that compute a value, and the coordinates that they share. */
function computedTexture(value: ShaderValue, kind: InputKind): ComputedTexture | NotDrawn {
  const steps: TexelStep[] = [];
  const places = new Map<ShaderValue, number>();
  const names = new Set<string>();
  let texCoordsFallback: TextureSource["texCoordsFallback"];
  const uses: ImageUse[] = [];
  let usesCoordinates = false;
  let failure: string | undefined;
  const waiting: ShaderValue[] = [value];
  for (let each = waiting.at(-1); each !== undefined; each = waiting.at(-1)) {
    if (places.has(each)) {
      waiting.pop();
      continue;
    }
    if (each.kind === "computed") {
      const missing = each.of.filter((part) => !places.has(part));
      if (missing.length > 0) {
        if (waiting.length + missing.length > 4 * MOST_STEPS) return { reason: "its network is too large" };
        waiting.push(...missing);
        continue;
      }
    }
    waiting.pop();
    if (steps.length === MOST_STEPS) return { reason: `its network has more than ${MOST_STEPS} nodes` };
    places.set(each, steps.length);
    if (each.kind === "constant") steps.push(each);
    else if (each.kind === "texels") {
      const { image, channels, scale, bias } = each;
      uses.push(image);
      names.add(image.coordinates.name);
      texCoordsFallback ??= coordinatesOf(image).texCoordsFallback;
      steps.push({ kind: "texels", image: imageOf(image, kind), channels, scale, bias });
    } else if (each.kind === "primvar") {
      if (each.components !== 2) failure = `it combines the primvar "${each.name}" with other values`;
      usesCoordinates = true;
      names.add(each.name);
      texCoordsFallback ??= coordinatesOf({ coordinates: each }).texCoordsFallback;
      steps.push({ kind: "coordinates", transform: each.transform });
    } else {
      const of = each.of.map((part) => places.get(part) ?? 0);
      steps.push({ kind: "operation", name: each.operation, of });
    }
  }
  if (failure !== undefined) return { reason: failure };
  const [texCoords] = names;
  if (names.size !== 1) return { reason: "it combines images with different texture coordinates" };
  const encoding = {
    channels: componentsOf(value) === 1 ? "r" : "rgb",
    scale: kind === "vector" ? [2, 2, 2, 1] : [1, 1, 1, 1],
    bias: kind === "vector" ? [-1, -1, -1, 0] : [0, 0, 0, 0],
    sourceColorSpace: kind === "color" ? "sRGB" : "raw",
  } as const;
  const [first] = uses;
  const isShared =
    !usesCoordinates &&
    uses.every(
      ({ coordinates, wrapS, wrapT }) =>
        wrapS === first.wrapS && wrapT === first.wrapT && isSame(coordinates.transform, first.coordinates.transform),
    );
  if (!isShared) {
    const shared = {
      texCoords,
      texCoordsFallback,
      texCoordTransform: null,
      wrapS: "repeat",
      wrapT: "repeat",
      isPixelated: false,
    } as const;
    return { kind: "computed", steps, ...encoding, ...shared };
  }
  const aligned = steps.map((step) =>
    step.kind === "texels" ? { ...step, image: { ...step.image, texCoordTransform: null } } : step,
  );
  const { wrapS, wrapT, isPixelated, coordinates } = first;
  const shared = { texCoords, texCoordsFallback, texCoordTransform: coordinates.transform, wrapS, wrapT, isPixelated };
  return { kind: "computed", steps: aligned, ...encoding, ...shared };
}

function imageOf(image: ImageUse, kind: InputKind): TextureImage {
  const { coordinates: _coordinates, fallback: _fallback, sourceColorSpace, ...use } = image;
  const space = sourceColorSpace === "auto" ? (kind === "color" ? "sRGB" : "raw") : sourceColorSpace;
  return { ...use, ...coordinatesOf(image), sourceColorSpace: space };
}

function isSame(a: TexCoordTransform | null, b: TexCoordTransform | null): boolean {
  return a === b || (a !== null && b !== null && a.every((value, i) => value === b[i]));
}
