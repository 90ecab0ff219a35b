/** Cameras of `--camera`. */
import { UsageError } from "@usdkit/command/cli/errors";

/** Cameras that a message lists. */
const MAX_LISTED = 10;

/**
 * Returns paths of cameras, or `auto`: of names and paths, and of `all`, each once.
 *
 * @param known paths of the cameras of the scene
 * @throws {UsageError} for a name that no camera or several have
 * @example
 * chooseCameras(["Main"], ["/World/Main", "/World/Side"]); // ["/World/Main"]
 */
export function chooseCameras(wanted: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(wanted.flatMap((name) => camerasOf(name, known)))];
}

function camerasOf(name: string, known: readonly string[]): readonly string[] {
  // The renderer describes what is wrong with a path.
  if (name === "auto" || name.startsWith("/")) return [name];
  if (name === "all") {
    if (known.length === 0) throw new UsageError("--camera all: the scene has no Camera prim");
    return known;
  }
  const found = known.filter((path) => path.endsWith(`/${name}`));
  if (found.length === 1) return found;
  const listed = (paths: readonly string[]): string =>
    `${paths.slice(0, MAX_LISTED).join(", ")}${paths.length > MAX_LISTED ? " …" : ""}`;
  if (found.length > 1) throw new UsageError(`--camera: several cameras are named "${name}": ${listed(found)}`);
  const have = known.length === 0 ? "the scene has none" : `the scene has ${listed(known)}`;
  throw new UsageError(`--camera: no camera is named "${name}": ${have}`);
}
