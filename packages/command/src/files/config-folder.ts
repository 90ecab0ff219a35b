/** The folder of the user's own files of usdkit: settings, what they trust, keys. */
import { path } from "../process/builtins.ts";

/** Returns the absolute folder: `usdkit` in the system's configuration folder (XDG; on Windows the roaming folder). */
export function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: roaming } = env;
  const { homedir } = process.getBuiltinModule("node:os");
  const windows = process.platform === "win32" ? roaming : undefined;
  // The XDG specification: relative paths are ignored.
  const folder = xdg !== undefined && path.isAbsolute(xdg) ? xdg : (windows ?? path.join(homedir(), ".config"));
  return path.join(folder, "usdkit");
}
