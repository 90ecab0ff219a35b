/** Profiles: the intended use of a file. */
import type { ReadingForm } from "@usdkit/service-scene";

/**
 * A full scene for a render job; one for a stream; a camera patch; any USD file; a package; a package for ARKit; the text format
 * only.
 */
export type ResolvedProfile = "offline" | "realtime" | "patch" | "usd" | "usdz" | "arkit" | "usda";
/** A profile as the user sets it; `auto` is derived from the content. */
export type Profile = "auto" | ResolvedProfile;

/** Every profile that a user can name. */
export const profiles: readonly Profile[] = ["auto", "offline", "realtime", "patch", "usd", "usdz", "arkit", "usda"];
export const everyProfile: readonly ResolvedProfile[] = [
  "offline",
  "realtime",
  "patch",
  "usd",
  "usdz",
  "arkit",
  "usda",
];
/** Profiles of scenes and patches for the service. */
export const serviceProfiles: readonly ResolvedProfile[] = ["offline", "realtime", "patch"];
/** Profiles of files that stages are composed from. */
export const composedProfiles: readonly ResolvedProfile[] = ["offline", "realtime", "patch", "usd", "usdz", "arkit"];
/** Profiles of files that are checked as USD, without the service. */
export const usdProfiles: readonly ResolvedProfile[] = ["usd", "usdz", "arkit"];
/** Profiles of full scenes. */
export const fullSceneProfiles: readonly ResolvedProfile[] = ["offline", "realtime"];

const forms: Readonly<Record<ResolvedProfile, ReadingForm>> = {
  offline: "scene",
  realtime: "scene",
  patch: "patch",
  usd: "layer",
  usdz: "layer",
  arkit: "layer",
  usda: "layer",
};

/** Returns the form as which a layer is read under a profile. */
export function formOf(profile: ResolvedProfile): ReadingForm {
  return forms[profile];
}

/** Returns whether the service's rules apply under a profile. */
export function isServiceProfile(profile: ResolvedProfile): boolean {
  return forms[profile] !== "layer";
}
