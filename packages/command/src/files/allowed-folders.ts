/** Whether a command may read a file. */
import { fs, path } from "../process/builtins.ts";

/**
 * Whether a file, links followed, is below the folders that a command may read from (`CommandContext.allowedFolders`). A file that
 * does not exist is allowed.
 */
export function isAllowedFile(allowedFolders: readonly string[] | undefined, file: string): boolean {
  if (allowedFolders === undefined) return true;
  let real = path.resolve(file);
  try {
    real = fs.realpathSync(real);
  } catch {
    // It cannot be read either.
  }
  return allowedFolders.some((folder) => real === folder || real.startsWith(withSeparator(folder)));
}

function withSeparator(folder: string): string {
  return folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`;
}
