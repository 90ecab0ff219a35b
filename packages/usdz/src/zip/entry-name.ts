/** Names of entries, which become names of files. */

// oxlint-disable-next-line unicorn/better-regex -- the class is easier to read this way
const RESERVED = /[\u0000-\u001f\u007f\\]|^[A-Za-z]:/u;

/**
 * Returns why a name cannot be that of a file in a package; undefined if it can: a relative path with `/`, no `.` or `..`
 * in it, no backslash, drive letter or control character.
 */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (name.startsWith("/")) return "it is absolute";
  if (RESERVED.test(name)) return "it has a backslash, a drive letter or a control character";
  for (const part of name.split("/")) {
    if (part === "..") return "it leads out of the package";
    if (part === "." || part === "") return "it is not in its shortest form";
  }
  return undefined;
}
