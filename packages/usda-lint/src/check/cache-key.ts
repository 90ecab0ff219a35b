/** The key that cache files are signed with. It is outside of every project, so that no repository can bring results along. */
import { fs, path } from "@usdkit/command/process/builtins";
import { configFolder } from "@usdkit/command/files/config-folder";

const KEY = /^[\da-f]{64}$/;

/** Returns the absolute file of the key. */
export function cacheKeyFile(env: Readonly<Record<string, string | undefined>>): string {
  return path.join(configFolder(env), "cache-key");
}

/**
 * Returns the key of the user; makes one if there is none, or if it is damaged.
 *
 * @throws {Error} of the file system.
 */
export function readCacheKey(env: Readonly<Record<string, string | undefined>>): string {
  const file = cacheKeyFile(env);
  const known = readKey(file);
  if (known !== undefined) return known;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const made = process.getBuiltinModule("node:crypto").randomBytes(32).toString("hex");
  const temporary = `${file}.${made.slice(0, 12)}.tmp`;
  try {
    fs.writeFileSync(temporary, made, { flag: "wx", mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  // Of runs at the same time, the last one has written it.
  return readKey(file) ?? made;
}

function readKey(file: string): string | undefined {
  try {
    const text = fs.readFileSync(file, "latin1");
    return KEY.test(text) ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
