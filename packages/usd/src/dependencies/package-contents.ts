/** What is in packages: layers that cannot be read, and what a layer in one depends on. */
import { isPackage, openPackage } from "@usdkit/usdz";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import { formatLayerName, parseLayerName } from "../open/layer-name.ts";
import { findInPackage, openLayer } from "../open/open-layer.ts";
import { layerProblem } from "../open/layer-problem.ts";
import type { Dependencies, DependencyFiles, PackageSelections } from "./find-dependencies.ts";
import { findSelected } from "./find-dependencies.ts";
import { noSelections, selectionsKey } from "./selected-variants.ts";
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
      const message = layerProblem(openLayer(data), path);
      if (message !== undefined) found.push({ path: formatLayerName({ file, inner: name }), message });
    }
  }
  return found;
}

/** What a root layer depends on, with files in packages as `room.usdz[chair.usdc]`. */
export type AllDependencies = Omit<Dependencies, "links" | "packages">;

/**
 * Finds what a layer in a package depends on, as the paths `room.usdz[chair.usdc]`.
 *
 * @param file path of the package
 * @param inner the layer, as `parseLayerName` splits it; empty for the first of the package
 */
export function findPackageDependencies(
  file: string,
  bytes: Uint8Array,
  inner: readonly string[] = [],
): AllDependencies {
  return inPackage({ file, bytes, inner, variables: new Map(), depth: 0 });
}

/** A layer in a package. */
interface PackedRoot {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly inner: readonly string[];
  readonly variables: ExpressionVariables;
  readonly selections?: PackageSelections | undefined;
  /** Packages around the package. */
  readonly depth: number;
}

function inPackage({ file, bytes, inner, variables, selections, depth }: PackedRoot): AllDependencies {
  if (depth + inner.length > MAX_NESTING) {
    return { ...nothing, unreadable: [{ path: file, message: `Packages nest deeper than ${MAX_NESTING}` }] };
  }
  const outer = inner.slice(0, -1);
  const data = enter(bytes, outer);
  if (data === undefined) return { ...nothing, missing: [formatLayerName({ file, inner })] };
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
  // Paths without `./` are also looked up in the folder of the package's first layer.
  const searchPaths = [folderOf(opened.rootLayer?.path ?? "")];
  const ofLayers = findSelected({ root, files, options: { searchPaths, variables }, selections });
  const found = withPackages(ofLayers, (path) => files.read(path), depth + Math.max(1, inner.length));
  const named = (path: string): string => {
    const inside = parseLayerName(path);
    return formatLayerName({ file, inner: [...outer, inside.file, ...inside.inner] });
  };
  const all = (paths: readonly string[]): readonly string[] => paths.map(named);
  return {
    // Without a name the root is the package itself, as in the reference.
    layers: found.layers.map((path) => (path === root && inner.length === 0 ? file : named(path))).sort(),
    assets: all(found.assets),
    missing: all(found.missing),
    uris: found.uris,
    unreadable: found.unreadable.map(({ path, message }) => ({ path: named(path), message })),
    expressions: found.expressions.map(({ layer, path }) => ({ layer: named(layer), path })),
  };
}

/** Returns the bytes of the innermost package that paths lead to; undefined if there is none. */
function enter(bytes: Uint8Array, inner: readonly string[]): Uint8Array | undefined {
  let data: Uint8Array | undefined = bytes;
  for (const name of inner) data = data && openPackage(data).file(name)?.data;
  return data;
}

/**
 * Returns dependencies with those of what they use of packages, as `UsdUtilsComputeAllDependencies` does. A package of which only
 * files in it are used is no layer by itself.
 *
 * ```ts
 * withPackageContents(findDependencies("shot.usda", files), files.read).layers; // ["room.usdz", "room.usdz[chair.usda]", "shot.usda"]
 * ```
 *
 * @param read returns the bytes of a package
 */
export function withPackageContents(
  found: Omit<Dependencies, "links">,
  read: (path: string) => Uint8Array | undefined,
): AllDependencies {
  return withPackages(found, read, 0);
}

function withPackages(
  found: Omit<Dependencies, "links">,
  read: (path: string) => Uint8Array | undefined,
  depth: number,
): AllDependencies {
  const { packages } = found;
  const partial = new Set(packages.flatMap(({ path, inner }) => (inner.length > 0 ? [path] : [])));
  for (const { path, inner } of packages) if (inner.length === 0) partial.delete(path);
  const outside = { ...found, layers: found.layers.filter((path) => !partial.has(path)) };
  const parts: AllDependencies[] = [outside];
  const seen = new Set<string>();
  for (const use of packages) {
    const name = formatLayerName({ file: use.path, inner: use.inner });
    const variables = [...use.variables].map(([each, value]) => [each, String(value)]);
    const key = JSON.stringify([name, use.isLayer, variables, selectionsKey(use.selections ?? noSelections)]);
    if (seen.has(key)) continue;
    seen.add(key);
    const bytes = read(use.path);
    // A layer in a file that has the extension of a package.
    if (bytes === undefined || !isPackage(bytes)) continue;
    if (use.isLayer) parts.push(inPackage({ ...use, file: use.path, bytes, depth }));
    else if (findInPackage(bytes, use.inner).problem === undefined) parts.push({ ...nothing, assets: [name] });
    else parts.push({ ...nothing, missing: [name] });
  }
  return joined(parts);
}

function joined(parts: readonly AllDependencies[]): AllDependencies {
  const paths = (of: (each: AllDependencies) => readonly string[]): readonly string[] =>
    [...new Set(parts.flatMap(of))].sort();
  return {
    layers: paths(({ layers }) => layers),
    assets: paths(({ assets }) => assets),
    missing: paths(({ missing }) => missing),
    uris: paths(({ uris }) => uris),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
    expressions: parts.flatMap(({ expressions }) => expressions),
  };
}

const nothing: AllDependencies = {
  layers: [],
  assets: [],
  missing: [],
  uris: [],
  unreadable: [],
  expressions: [],
};
