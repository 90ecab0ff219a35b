/** Resolvers of paths: files on a disk, or in memory. */
import { folderOf, relativePath, resolvePath } from "../open/paths.ts";
import { ResolveError, type ResolvedBytes, type Resolver } from "./resolver.ts";

/** How {@link pathResolver} finds files. */
export interface PathResolverOptions {
  /** Returns the bytes of a file; undefined if there is none. */
  readonly read: (path: string) => ResolvedBytes | Promise<ResolvedBytes>;
  /** Returns whether there is a file. Default: whether `read` returns bytes. */
  readonly exists?: ((path: string) => boolean) | undefined;
  /** Folders for paths without `./`, tried after the folder of the layer that contains the path. */
  readonly searchPaths?: readonly string[] | undefined;
  /** The folders that layers may be in; by default there is no limit. Paths that lead out of them are rejected. */
  readonly allowed?: readonly string[] | undefined;
  /**
   * Returns the path of a file without symbolic links, which `allowed` then applies to as well; undefined if there is no such
   * file. On a disk with links, `allowed` needs it.
   */
  readonly realPath?: ((path: string) => string | undefined) | undefined;
}

/** An asset path on another machine, or of a resolver of a site: `https://…`, `asset:…`. */
const URL_LIKE = /^[a-z][a-z\d+.-]+:/iu;

/**
 * Returns a resolver of paths with `/`. A path is relative to the folder of the layer that contains it. Asset paths with a
 * scheme (`https:`) are rejected.
 *
 * ```ts
 * const resolver = pathResolver({ read: (path) => (existsSync(path) ? readFileSync(path) : undefined), allowed: ["/shows"] });
 * ```
 */
export function pathResolver({ read, exists, searchPaths = [], allowed, realPath }: PathResolverOptions): Resolver {
  const isAllowed = (identifier: string): boolean => {
    if (allowed === undefined) return true;
    const paths = [identifier, realPath?.(identifier) ?? identifier];
    return paths.every((path) => allowed.some((folder) => isBelow(folder, path)));
  };
  return {
    ...(exists && { exists: (path: string) => !URL_LIKE.test(path) && isAllowed(path) && exists(path) }),
    identify(assetPath, anchor) {
      if (URL_LIKE.test(assetPath)) return [assetPath];
      const folder = anchor === undefined ? "" : folderOf(anchor);
      const isSearched = !/^\.{0,2}\//u.test(assetPath) && !assetPath.startsWith("../");
      const folders = isSearched ? [folder, ...searchPaths] : [folder];
      return [...new Set(folders.map((each) => resolvePath(each, assetPath)))];
    },
    read(identifier) {
      if (URL_LIKE.test(identifier)) {
        throw new ResolveError(`The resolver reads files only, found ${JSON.stringify(identifier)}`);
      }
      if (!isAllowed(identifier)) {
        throw new ResolveError(`${JSON.stringify(identifier)} is outside of the allowed folders`);
      }
      return read(identifier);
    },
  };
}

/** Returns a resolver of files in memory, by paths with `/`. */
export function memoryResolver(files: ReadonlyMap<string, Uint8Array>): Resolver {
  return pathResolver({ read: (path) => files.get(path) });
}

function isBelow(folder: string, file: string): boolean {
  if (folder.startsWith("/") !== file.startsWith("/")) return false;
  return !relativePath(folder, file).startsWith("..");
}
