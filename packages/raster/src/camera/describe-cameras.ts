/** Cameras that a message lists. */
const MAX_LISTED = 10;

/** Returns which cameras a stage or a scene has, for the message about one that it does not have. */
export function describeCameras(what: "stage" | "scene", paths: readonly string[]): string {
  if (paths.length === 0) return `the ${what} has no Camera: the camera "auto" shows everything`;
  return `the ${what} has ${paths.slice(0, MAX_LISTED).join(", ")}${paths.length > MAX_LISTED ? " …" : ""}`;
}
