import { type Layer } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";

/** A scene or a patch built with `@usdkit/scene`. */
export interface BuiltScene {
  /** Returns its text as UTF-8 bytes. */
  toBytes(): Uint8Array;
}

/** A scene or a patch: built, parsed, or the text itself. */
export type SceneSource = BuiltScene | Layer | Uint8Array | string;

/** Returns the UTF-8 bytes to send: those of a file unchanged. */
export function sceneBytes(source: SceneSource): Uint8Array {
  if (typeof source === "string") return new TextEncoder().encode(source);
  // A copy: it cannot change between the check and the call.
  if (source instanceof Uint8Array) return source.slice();
  if ("toBytes" in source) return source.toBytes();
  return source.source?.slice() ?? printUsdaBytes(source);
}
