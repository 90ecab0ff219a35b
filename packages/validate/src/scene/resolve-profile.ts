/** Decides by the content of a layer what it is for. */
import type { Layer } from "@usdkit/layer";
import { isCameraPatch, isServiceScene } from "@usdkit/service-scene";
import type { Profile, ResolvedProfile } from "../model/profile.ts";
import { indexOfText } from "../text/byte-text.ts";

/**
 * Resolves `auto`: `offline` for a scene of the service (a payload `<scheme>:/mesh/<id>`, or RenderSettings below a Scope named
 * `Render`), `patch` if all prims are `over`s and one has camera attributes, otherwise `usd`.
 */
export function resolveProfile(profile: Profile, layer: Layer): ResolvedProfile {
  if (profile !== "auto") return profile;
  if (hasServiceContent(layer)) return "offline";
  return isCameraPatch(layer) ? "patch" : "usd";
}

/** One of these is in the text of every scene of the service: asset paths and type names have no escapes. */
const MARKS = [":/mesh/", "RenderSettings"];

/** Like {@link isServiceScene}; searches a text first, so that the prims of other files are not read. */
export function hasServiceContent(layer: Layer): boolean {
  const { source } = layer;
  if (source !== undefined && MARKS.every((mark) => indexOfText(source, mark) < 0)) return false;
  return isServiceScene(layer);
}
