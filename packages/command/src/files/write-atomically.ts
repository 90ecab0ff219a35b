/** A file of our own (a baseline, a cache) that nobody ever sees half of. */
import { fs, path } from "../builtins.ts";

/** Writes beside the place under another name, then renames. Throws what the file system says. */
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
