/** What `expect` was given, as a layer. */
import { type Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";

/** Something that makes USDA text of itself, such as the builder's `Scene`. */
export interface UsdaSource {
  /** The text, `#usda 1.0` and all. */
  toUsda(): string;
}

/** A scene in any form: text or bytes of a `.usda` file, a layer, or something that makes text. */
export type SceneInput = string | Uint8Array | Layer | UsdaSource;

/** A scene, or why there is none. */
export type ReadScene =
  | { readonly layer: Layer; readonly problem?: undefined }
  | { readonly layer?: undefined; readonly problem: string };

/** Errors that are shown. */
const MOST = 5;

/** The layer of a scene; for text that does not parse, and for what is no scene, a problem in words. */
export function readScene(received: unknown): ReadScene {
  if (isLayer(received)) return { layer: received };
  const source = isUsdaSource(received) ? received.toUsda() : received;
  if (typeof source !== "string" && !(source instanceof Uint8Array)) {
    return {
      problem: `no scene: USDA text, bytes, a layer, or an object with toUsda() is expected, not ${nameOf(source)}`,
    };
  }
  const { layer, diagnostics, ok } = parseUsda(source);
  if (ok) return { layer };
  const lines = diagnostics.slice(0, MOST).map(({ message, line, column }) => `  ${line}:${column}  ${message}`);
  const rest = diagnostics.length - lines.length;
  if (rest > 0) lines.push(`  … and ${rest} more`);
  return { problem: `no valid USDA:\n${lines.join("\n")}` };
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
