/** Decides by the content of a layer what it is for. */
import type { Layer } from "@usdkit/layer";
import { isCameraPatch, isServiceScene } from "@usdkit/service-scene";
import type { Profile, ResolvedProfile } from "../model/profile.ts";
import { indexOfText, latin1Text } from "../text/byte-text.ts";

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

/** A payload of the service on a line of its own, with nothing before it that could be a comment or a string. */
const STATEMENT =
  /^\s*(?:(?:prepend|append|add)\s+)?payload\s*=\s*@[a-z][\w+.-]*:\/mesh\/[^@]+@(?:<[^<>]*>)?\s*\)?\s*$/iu;
/** Bytes around the first mark that are looked at. */
const MAX_LINE = 1000;

/**
 * Whether the first payload that a text has for the service shows that it is a scene of it, without parsing: false if that is not
 * certain.
 */
export function hasServiceStatement(text: Uint8Array): boolean {
  const at = indexOfText(text, MARKS[0]);
  // A string of several lines may have any line.
  if (at < 0 || ['"""', "'''"].some((quotes) => indexOfText(text, quotes) >= 0)) return false;
  const from = text.subarray(Math.max(0, at - MAX_LINE), at).lastIndexOf(NEW_LINE);
  const to = text.subarray(at, at + MAX_LINE).indexOf(NEW_LINE);
  if (from < 0 || to < 0) return false;
  return STATEMENT.test(latin1Text(text.subarray(Math.max(0, at - MAX_LINE) + from + 1, at + to)));
}

const NEW_LINE = 0x0a;
