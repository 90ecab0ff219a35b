/** Packages with another layer. */
import { openPackage, PackageError, writePackage } from "@usdkit/usdz";

/**
 * Returns a package with other contents of one of its files; the other files and their order stay.
 *
 * ```ts
 * replaceInPackage(await readFile("chair.usdz"), ["chair.usda"], encodedText);
 * ```
 *
 * @param inner the path of the file, through nested packages
 * @throws PackageError if there is no such file, or the package is damaged or would be too large
 */
export function replaceInPackage(bytes: Uint8Array, inner: readonly string[], contents: Uint8Array): Uint8Array {
  const packages: Uint8Array[] = [bytes];
  for (const path of inner.slice(0, -1)) packages.push(fileAt(packages[packages.length - 1], path));
  let data = contents;
  for (let depth = inner.length - 1; depth >= 0; depth--) {
    const path = inner[depth];
    const { files } = openPackage(packages[depth]);
    fileAt(packages[depth], path);
    data = writePackage(files.map((file) => ({ path: file.path, data: file.path === path ? data : file.data })));
  }
  return data;
}

function fileAt(bytes: Uint8Array, path: string): Uint8Array {
  const { files, diagnostics, ok } = openPackage(bytes);
  const found = files.find((file) => file.path === path);
  if (!ok || found === undefined) {
    throw new PackageError(diagnostics[0]?.message ?? `The package has no file ${JSON.stringify(path)}`);
  }
  return found.data;
}
