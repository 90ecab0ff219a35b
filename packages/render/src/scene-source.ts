import { type Layer } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";

/** What was built with `@usdkit/scene`: a scene or a patch. */
export interface BuiltScene {
  /** Its text as UTF-8 bytes. */
  toBytes(): Uint8Array;
}

/** A scene or a patch: built, parsed, or the text itself. */
export type SceneSource = BuiltScene | Layer | Uint8Array | string;

/** The UTF-8 bytes that stand for it, and that the service gets: those of a file as they are. */
export function sceneBytes(source: SceneSource): Uint8Array {
  if (typeof source === "string") return new TextEncoder().encode(source);
  // A copy: they cannot change between the check and the call.
  if (source instanceof Uint8Array) return source.slice();
  if ("toBytes" in source) return source.toBytes();
  return source.source?.slice() ?? printUsdaBytes(source);
}
