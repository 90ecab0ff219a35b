import { path } from "@usdkit/command/process/builtins";

/** Returns the folder of what the user's runs keep, absolute. */
export function cacheOfUser(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME: caches, LOCALAPPDATA: local } = env;
  const base = caches ?? local ?? path.join(process.getBuiltinModule("node:os").homedir(), ".cache");
  return path.join(base, "usda-lint");
}
