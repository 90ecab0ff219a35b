/** What is in packages: layers that cannot be read, and what a layer in one depends on. */
import { isPackage, openPackage } from "@usdkit/usdz";
import { formatLayerName } from "../open/layer-name.ts";
import { openLayer } from "../open/open-layer.ts";
import type { Dependencies, DependencyFiles } from "./find-dependencies.ts";
import { findDependencies } from "./find-dependencies.ts";
import { folderOf, LAYER_NAME } from "../open/paths.ts";

/** A file that cannot be read, `room.usdz[chair.usdc]` if it is in a package. */
export interface Unreadable {
  readonly path: string;
  readonly message: string;
}

/** Packages in packages; the innermost ones are not opened. */
const MAX_NESTING = 16;

/** Returns the layers of a package, and of packages in it, that cannot be read. */
export function unreadableLayers(file: string, bytes: Uint8Array): readonly Unreadable[] {
  const found: Unreadable[] = [];
  const waiting: { readonly inner: readonly string[]; readonly bytes: Uint8Array }[] = [{ inner: [], bytes }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { inner } = next;
    const { files, diagnostics } = openPackage(next.bytes);
    const [problem] = diagnostics;
    if (problem !== undefined) found.push({ path: formatLayerName({ file, inner }), message: problem.message });
    for (const { path, data } of files) {
      if (!LAYER_NAME.test(path)) continue;
      const name = [...inner, path];
      if (isPackage(data)) {
        if (name.length < MAX_NESTING) waiting.push({ inner: name, bytes: data });
        continue;
      }
      const [damage] = openLayer(data).diagnostics;
      if (damage !== undefined) found.push({ path: formatLayerName({ file, inner: name }), message: damage.message });
    }
  }
  return found;
}

/**
 * Finds what a layer in a package depends on, as the paths `room.usdz[chair.usdc]`. The package itself is among the layers.
 *
 * @param file path of the package
 * @param inner the layer, as `parseLayerName` splits it; empty for the first of the package
 */
export function findPackageDependencies(
  file: string,
  bytes: Uint8Array,
  inner: readonly string[] = [],
): Omit<Dependencies, "links"> {
  const outer = inner.slice(0, -1);
  let data = bytes;
  for (const name of outer) {
    const nested = openPackage(data).file(name)?.data;
    if (nested === undefined) return { ...nothing, missing: [formatLayerName({ file, inner })] };
    data = nested;
  }
  const opened = openPackage(data);
  const root = inner.at(-1) ?? opened.rootLayer?.path;
  if (root === undefined) {
    const message = opened.diagnostics[0]?.message ?? "The package has no layer first";
    return { ...nothing, layers: [file], unreadable: [{ path: file, message }] };
  }
  const files: DependencyFiles = {
    read: (path) => opened.file(path)?.data,
    has: (path) => opened.file(path) !== undefined,
    list: (folder) =>
      opened.files
        .filter(({ path }) => folderOf(path) === folder)
        .map(({ path }) => path.slice(path.lastIndexOf("/") + 1)),
  };
  const named = (path: string): string => formatLayerName({ file, inner: [...outer, path] });
  const { layers, assets, missing, uris, unreadable, expressions } = findDependencies(root, files);
  // Without a name the root is the package itself, as in the reference.
  const others = layers.filter((path) => path !== root || inner.length > 0).map(named);
  return {
    layers: [file, ...others].sort(),
    assets: assets.map(named),
    missing: missing.map(named),
    uris,
    unreadable: unreadable.map(({ path, message }) => ({ path: named(path), message })),
    expressions: expressions.map(({ layer, path }) => ({ layer: named(layer), path })),
  };
}

const nothing: Omit<Dependencies, "links"> = {
  layers: [],
  assets: [],
  missing: [],
  uris: [],
  unreadable: [],
  expressions: [],
};
