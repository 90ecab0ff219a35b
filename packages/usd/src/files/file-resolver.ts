/** The resolver of files on a disk, for Node. */
import { pathResolver, type PathResolverOptions } from "../resolve/path-resolver.ts";
import type { Resolver } from "../resolve/resolver.ts";
import { fs } from "./descriptors.ts";
import { openFile, type OpenFileOptions } from "./open-file.ts";

/** How {@link fileResolver} finds files; see {@link PathResolverOptions}. */
export interface FileResolverOptions extends Pick<PathResolverOptions, "searchPaths" | "allowed">, OpenFileOptions {}

/**
 * Returns a resolver of files on a disk, which {@link openFile} opens: of crates and packages only what is needed is read.
 * Paths have `/`; symbolic links may not lead out of the allowed folders.
 *
 * ```ts
 * using stage = await Stage.open("/shows/shot.usd", { resolver: fileResolver({ allowed: ["/shows"] }) });
 * ```
 */
export function fileResolver({ inParts, ...options }: FileResolverOptions = {}): Resolver {
  return pathResolver({
    ...options,
    read: (path) => (isFile(path) ? openFile(path, { inParts }) : undefined),
    exists: isFile,
    realPath: (path) => (fs.existsSync(path) ? fs.realpathSync(path) : undefined),
  });
}

function isFile(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
