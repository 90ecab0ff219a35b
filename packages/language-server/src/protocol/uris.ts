/** URIs of documents and of the files that they name. */

/** A layer in a package: `a.usdz[b.usdc]`. */
const IN_PACKAGE = /^([^[\]]+)\[.*\]$/;
/** Of another machine, `//host/share` and `\\host\share`: Windows would log in there to look at the file. */
const REMOTE = /^[\\/]{2}/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/**
 * Returns the URI of the file that an asset path of a document names; undefined for names that are not files (`asset:…`,
 * `https://…`), for those of other machines (`//host/…`) and for documents without a folder.
 */
export function resolveAsset(documentUri: string, assetPath: string): string | undefined {
  const path = (IN_PACKAGE.exec(assetPath)?.[1] ?? assetPath).trim();
  if (path === "" || path.includes("\0") || SCHEME.test(path) || REMOTE.test(path)) return undefined;
  const folder = documentUri.slice(0, documentUri.lastIndexOf("/") + 1);
  if (folder === "" || !SCHEME.test(documentUri)) return undefined;
  const encoded = path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  try {
    return new URL(encoded, folder).href;
  } catch {
    return undefined;
  }
}

/** Returns the last part of a URI, decoded. */
export function fileNameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns what two URIs of one file have in common: clients encode characters in different ways, and may name this machine. */
export function fileOf(uri: string): string {
  try {
    const { protocol, host, pathname } = new URL(uri);
    const path = decodeURIComponent(pathname).replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
    return `${protocol}//${host}${path}`;
  } catch {
    return uri;
  }
}
