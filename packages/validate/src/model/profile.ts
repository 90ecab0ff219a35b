/** What a file is checked as. */
import type { Layer } from "@usdkit/layer";
import { sceneFormOf, type ReadingForm } from "@usdkit/schema";

/** A full scene for a render job; one for a stream; a camera patch; the text format alone. */
export type ResolvedProfile = "offline" | "realtime" | "patch" | "usda";
/** A profile as the user names it; `auto` is found out from the scene. */
export type Profile = "auto" | ResolvedProfile;

/** Every profile that a user can name. */
export const profiles: readonly Profile[] = ["auto", "offline", "realtime", "patch", "usda"];
export const everyProfile: readonly ResolvedProfile[] = ["offline", "realtime", "patch", "usda"];
/** Those of a scene that goes to the service. */
export const serviceProfiles: readonly ResolvedProfile[] = ["offline", "realtime", "patch"];
/** Those of a scene that stands by itself. */
export const fullSceneProfiles: readonly ResolvedProfile[] = ["offline", "realtime"];

const forms: Readonly<Record<ResolvedProfile, ReadingForm>> = {
  offline: "scene",
  realtime: "scene",
  patch: "patch",
  usda: "layer",
};

/** Returns what a layer is read as under a profile. */
export function formOf(profile: ResolvedProfile): ReadingForm {
  return forms[profile];
}

/** `auto` is `patch` when every root prim is an `over`, else `offline`. */
export function resolveProfile(profile: Profile, layer: Layer): ResolvedProfile {
  if (profile !== "auto") return profile;
  return sceneFormOf(layer) === "patch" ? "patch" : "offline";
}
