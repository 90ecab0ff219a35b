/** Replaces files whole (a baseline, a cache). */
import { fs, path } from "../process/builtins.ts";

/**
 * Writes to a temporary file in the same folder, then renames it. Creates the folder if it is missing.
 *
 * @throws {Error} of the file system.
 */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    fs.writeFileSync(temporary, content, { flag: "wx" });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}
