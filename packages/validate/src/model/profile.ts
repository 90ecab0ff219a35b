/** Profiles: the intended use of a file. */
import type { Layer } from "@usdkit/layer";
import { sceneFormOf, type ReadingForm } from "@usdkit/schema";

/** A full scene for a render job; one for a stream; a camera patch; the text format only. */
export type ResolvedProfile = "offline" | "realtime" | "patch" | "usda";
/** A profile as the user sets it; `auto` is derived from the scene. */
export type Profile = "auto" | ResolvedProfile;

/** Every profile that a user can name. */
export const profiles: readonly Profile[] = ["auto", "offline", "realtime", "patch", "usda"];
export const everyProfile: readonly ResolvedProfile[] = ["offline", "realtime", "patch", "usda"];
/** Profiles of scenes and patches for the service. */
export const serviceProfiles: readonly ResolvedProfile[] = ["offline", "realtime", "patch"];
/** Profiles of full scenes. */
export const fullSceneProfiles: readonly ResolvedProfile[] = ["offline", "realtime"];

const forms: Readonly<Record<ResolvedProfile, ReadingForm>> = {
  offline: "scene",
  realtime: "scene",
  patch: "patch",
  usda: "layer",
};

/** Returns the form as which a layer is read under a profile. */
export function formOf(profile: ResolvedProfile): ReadingForm {
  return forms[profile];
}

/** Resolves `auto`: `patch` if every root prim is an `over`, otherwise `offline`. */
export function resolveProfile(profile: Profile, layer: Layer): ResolvedProfile {
  if (profile !== "auto") return profile;
  return sceneFormOf(layer) === "patch" ? "patch" : "offline";
}
