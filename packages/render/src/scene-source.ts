import { type Layer } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";
import { sceneText } from "./scene-text.ts";

/** A scene or a patch built with `@usdkit/scene`. */
export interface BuiltScene {
  /** Returns its text as UTF-8 bytes. */
  toBytes(): Uint8Array;
}

/** A scene or a patch: built, parsed, its text, or the bytes of a file of any encoding. */
export type SceneSource = BuiltScene | Layer | Uint8Array | string;

/**
 * Returns the UTF-8 bytes to send: those of a text unchanged.
 *
 * @throws InvalidRequestError if a binary file is damaged.
 */
export async function sceneBytes(source: SceneSource): Promise<Uint8Array> {
  if (typeof source === "string") return new TextEncoder().encode(source);
  // A copy: it cannot change between the check and the call.
  if (source instanceof Uint8Array) return (await sceneText(source.slice())).bytes;
  if ("toBytes" in source) return source.toBytes();
  return source.source?.slice() ?? printUsdaBytes(source);
}
