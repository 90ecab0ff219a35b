/** Paths of files, with `/`. */

/** Names of layers and packages. */
export const LAYER_NAME: RegExp = /\.usd[acz]?$/iu;

/** Returns `a/b` for `a/b/c.usda`, "" for `c.usda`. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** Returns `c.usda` for `a/b/c.usda`. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns `a/c` for `b/../c` in the folder `a`; what leads above the start keeps its `..`. */
export function resolvePath(folder: string, path: string): string {
  if (path.startsWith("/")) return path;
  const parts: string[] = [];
  for (const part of [...folder.split("/"), ...path.split("/")]) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part === ".." && last !== undefined && last !== "..") parts.pop();
    else parts.push(part);
  }
  return (folder.startsWith("/") ? "/" : "") + parts.join("/");
}

/** Returns the path from a folder to a file, `../x` if it is outside. Both are absolute, or relative to the same folder. */
export function relativePath(folder: string, file: string): string {
  const from = folder.split("/").filter((part) => part !== "");
  const to = file.split("/").filter((part) => part !== "");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}
