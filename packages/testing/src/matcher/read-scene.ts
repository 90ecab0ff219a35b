/** Reads the argument of `expect` as a layer. */
import { type Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";

/** An object that can be written as USDA text, such as the builder's `Scene`. */
export interface UsdaSource {
  /** Returns the text, including `#usda 1.0`. */
  toUsda(): string;
}

/** A scene in any form: text or bytes of a `.usda` file, a layer, or an object with `toUsda()`. */
export type SceneInput = string | Uint8Array | Layer | UsdaSource;

/** A scene, or the reason why there is none. */
export type ReadScene =
  | { readonly layer: Layer; readonly problem?: undefined }
  | { readonly layer?: undefined; readonly problem: string };

/** Maximum number of errors in a message. */
const MAX_ERRORS = 5;

/** Returns the layer of a scene, or the problem of a text that does not parse or of a value that is not a scene. */
export function readScene(received: unknown): ReadScene {
  if (isLayer(received)) return { layer: received };
  const source = isUsdaSource(received) ? received.toUsda() : received;
  if (typeof source !== "string" && !(source instanceof Uint8Array)) {
    return {
      problem: `not a scene: expected USDA text, bytes, a layer, or an object with toUsda(), found ${nameOf(source)}`,
    };
  }
  const { layer, diagnostics, ok } = parseUsda(source);
  if (ok) return { layer };
  const lines = diagnostics.slice(0, MAX_ERRORS).map(({ message, line, column }) => `  ${line}:${column}  ${message}`);
  const rest = diagnostics.length - lines.length;
  if (rest > 0) lines.push(`  … and ${rest} more`);
  return { problem: `not valid USDA:\n${lines.join("\n")}` };
}

export function isLayer(value: unknown): value is Layer {
  const root = (value as Partial<Layer> | null | undefined)?.root as Partial<Layer["root"]> | undefined;
  return typeof root === "object" && root?.specType === "pseudoRoot";
}

export function isUsdaSource(value: unknown): value is UsdaSource {
  return typeof (value as Partial<UsdaSource> | null | undefined)?.toUsda === "function";
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? `an object (${value.constructor?.name ?? "without a class"})` : typeof value;
}
