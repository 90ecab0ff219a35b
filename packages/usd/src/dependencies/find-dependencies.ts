/** Everything that a root layer depends on: layers, textures and other files. */
import { isPackage } from "@usdkit/usdz";
import { openLayer } from "../open/open-layer.ts";
import { layerProblem } from "../open/layer-problem.ts";
import { parseLayerName } from "../open/layer-name.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import { variablesOf } from "../expressions/layer-variables.ts";
import { defaultPrimPath } from "./default-prim.ts";
import { assetPathsOf, type AuthoredPath } from "./asset-paths.ts";
import { noSelections, selectionsIn, selectionsKey, stageSelections } from "./selected-variants.ts";
import type { SelectedVariants, TargetSelections, VariantChoices } from "./selected-variants.ts";
import { SharedPrims } from "./shared-prims.ts";
import { baseOf, folderOf, LAYER_NAME, relativePath, resolvePath } from "../open/paths.ts";

/** Files, by paths with `/` relative to the folder of the root layer; `../x` is outside of it. */
export interface DependencyFiles {
  /** Returns the bytes of a file; undefined if there is none. */
  read(path: string): Uint8Array | undefined;
  /** Whether there is a file; by default it is read. */
  has?(path: string): boolean;
  /** Names of the files in a folder, in any order; for the tiles of textures. */
  list(folder: string): readonly string[];
}

/** How {@link findDependencies} searches. */
export interface DependencyOptions {
  /** Folders that names without `./` are looked up in, after the folder of the layer. */
  readonly searchPaths?: readonly string[] | undefined;
  /** The absolute path of the root layer's folder, so that other paths which lead into it are recognized. */
  readonly folder?: string | undefined;
  /** Expression variables that are stronger than those of the root layer. */
  readonly variables?: ExpressionVariables | undefined;
  /** Path of the session layer, as those of {@link DependencyFiles}. */
  readonly session?: string | undefined;
  /** As `StageOptions.variants`: of these variant sets only the selected variants are followed, of all others every variant. */
  readonly variants?: VariantChoices | undefined;
  /** The layer in the root, if that is a package; by default its first one. */
  readonly inner?: readonly string[] | undefined;
}

/** What {@link findDependencies} returns: paths with `/` relative to the folder of the root layer, sorted. */
export interface Dependencies {
  /** Layers and packages by their extensions, the root among them. */
  readonly layers: readonly string[];
  /** Textures, MaterialX and other files. */
  readonly assets: readonly string[];
  /** Paths that lead to no file. */
  readonly missing: readonly string[];
  /** Asset paths with a scheme, such as `asset:` or `https:`, as authored: a resolver of a site may know them. */
  readonly uris: readonly string[];
  /** Layers that could not be read, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly message: string }[];
  /** The files that each asset path of each layer leads to, without those that are missing. */
  readonly links: readonly AssetLink[];
  /** Asset paths that are expressions without a value that is a path: a variable of them is missing, for example. */
  readonly expressions: readonly { readonly layer: string; readonly path: string }[];
  /** What is used of packages. The packages themselves are among the layers. */
  readonly packages: readonly PackageUse[];
}

/** A package, or a file in it, that a layer uses. */
export interface PackageUse {
  readonly path: string;
  /** Paths in packages, the outermost first; empty for the first layer of the package. */
  readonly inner: readonly string[];
  /** Whether it is used as a layer. */
  readonly isLayer: boolean;
  /** The expression variables that it is used with. */
  readonly variables: ExpressionVariables;
  /** The variants that are selected in it. */
  readonly selections?: PackageSelections | undefined;
}

/** Selections in a package, and what keeps those that hold wherever their prims are composed. */
export interface PackageSelections extends TargetSelections {
  readonly filter: SelectionFilter;
}

type SelectionFilter = (selected: SelectedVariants) => SelectedVariants;

/** An asset path of a layer, and where it leads to. */
export interface AssetLink {
  readonly layer: string;
  readonly authored: string;
  /** Several for the tiles of a texture and the files of a clip template. */
  readonly files: readonly string[];
  readonly isPattern: boolean;
}

/** The number of a tile, four digits from 1001 on. */
const TILE_MARK = "<UDIM>";
const TILE = /^1\d{3}$/u;
/** A path on another machine, or one that needs a site's resolver. */
const URL = /^[a-z][a-z\d+.-]+:/iu;

/** Whether an asset path has a scheme: it is on another machine, or a resolver of a site knows it. */
export function isAssetUri(path: string): boolean {
  return URL.test(path);
}

/**
 * Finds the files that a root layer depends on, also through other layers. Packages are taken whole; `withPackageContents` adds what is
 * in them. Expressions have the variables that they have when the stage is composed: those of the layers on the way from the root, the
 * outermost first.
 *
 * @param root path of the root layer; its folder is what all paths are relative to
 */
export function findDependencies(root: string, files: DependencyFiles, options: DependencyOptions = {}): Dependencies {
  const selections = stageSelections(options.variants);
  if (selections.selected.size === 0) return findSelected({ root, files, options });
  const shared = new SharedPrims();
  findSelected({ root, files, options, shared });
  return findSelected({ root, files, options, selections: { ...selections, filter: shared.filter() } });
}

/** What {@link findSelected} takes. */
export interface DependencySearch {
  readonly root: string;
  readonly files: DependencyFiles;
  readonly options: DependencyOptions;
  /** In place of the variants of the options. */
  readonly selections?: PackageSelections | undefined;
  /** Gets the arcs of every layer that is found. */
  readonly shared?: SharedPrims | undefined;
}

/** As {@link findDependencies}, with selections that lead to the root through an arc. */
export function findSelected({ root, files, options, selections, shared }: DependencySearch): Dependencies {
  const layers = new Set<string>();
  const uris = new Set<string>();
  const visited = new VisitedLayers();
  const assets = new Set<string>();
  const missing = new Set<string>();
  const unreadable: { readonly path: string; readonly message: string }[] = [];
  const links: AssetLink[] = [];
  const expressions: { readonly layer: string; readonly path: string }[] = [];
  const packages: PackageUse[] = [];
  const inPackages = (selected: TargetSelections): PackageSelections | undefined =>
    selections && { ...selected, filter: selections.filter };
  const waiting = firstLayers(root, files, options).map((each) => ({
    ...each,
    selections: selections ?? noSelections,
  }));
  const first = new Set(waiting.map(({ path }) => path));
  for (let waits = waiting.pop(); waits !== undefined; waits = waiting.pop()) {
    const next = visited.add(waits);
    if (next === undefined) continue;
    const { path } = next;
    const bytes = files.read(path);
    if (bytes === undefined) {
      missing.add(path);
      continue;
    }
    layers.add(path);
    const inner = path === root ? (options.inner ?? []) : [];
    if (inner.length > 0 || isPackage(bytes)) {
      shared?.addPackage(bytes);
      const use = { path, inner, isLayer: true, variables: next.variables, selections: inPackages(next.selections) };
      if (first.has(path)) packages.push(use);
      continue;
    }
    const opened = openLayer(bytes);
    const { layer, ok } = opened;
    shared?.addLayer(layer);
    if (!ok && !unreadable.some((each) => each.path === path))
      unreadable.push({ path, message: layerProblem(opened, path) ?? "it cannot be read" });
    const variables = next.isSublayer ? next.variables : new Map([...variablesOf(layer), ...next.variables]);
    const selected = selections?.filter(selectionsIn(next.selections, defaultPrimPath(layer)));
    for (const written of assetPathsOf(layer, selected)) {
      const authored = evaluated(written, variables);
      if (authored === undefined) {
        expressions.push({ layer: path, path: written.path });
        continue;
      }
      if (authored.path === "") continue;
      if (isAssetUri(authored.path)) {
        uris.add(authored.path);
        continue;
      }
      const { found, isPattern } = locate(authored, path, files, options);
      // An expression in a package stays one, unless its file has another place there.
      const isLinked = found.length > 0 && (written === authored || found.some((each) => each.startsWith("../")));
      if (isLinked) links.push({ layer: path, authored: written.path, files: found, isPattern });
      if (found.length === 0) missing.add(missingName(authored.path, path, options.folder));
      for (const each of found) {
        if (!LAYER_NAME.test(each)) {
          assets.add(each);
          continue;
        }
        const isSublayer = written.isSublayer === true;
        const taken = isSublayer && selected ? { prim: "", selected } : (written.selections ?? noSelections);
        waiting.push({ path: each, variables, isSublayer, selections: taken });
        const { inner: parts } = parseLayerName(authored.path);
        const isLayer = authored.isLayer || LAYER_NAME.test(parts.at(-1) ?? each);
        packages.push({ path: each, inner: parts, isLayer, variables, selections: inPackages(taken) });
      }
    }
  }
  const sorted = (paths: Iterable<string>): readonly string[] => [...paths].sort();
  return {
    layers: sorted(layers),
    assets: sorted(assets),
    missing: sorted(missing),
    uris: sorted(uris),
    unreadable,
    links,
    expressions,
    packages,
  };
}

/** Returns the name of a file that does not exist: one that was searched for in several folders has none. */
function missingName(authored: string, layer: string, root: string | undefined): string {
  return isAnchoredPath(authored) ? resolve(folderOf(layer), authored, root) : resolvePath("", authored);
}

/** Whether an asset path is looked up in the folder of its layer alone: it begins with `./`, `../` or `/`. */
export function isAnchoredPath(path: string): boolean {
  return /^\.{0,2}\//u.test(path);
}

/** A layer to visit, and the expression variables of the layer stack that leads to it. */
interface Waiting {
  readonly path: string;
  readonly variables: ExpressionVariables;
  readonly isSublayer: boolean;
  readonly selections: TargetSelections;
}

/** Returns the root layer, and the session layer: its expression variables are stronger, and it has those of the root layer too. */
function firstLayers(
  root: string,
  files: DependencyFiles,
  { session, variables = new Map() }: DependencyOptions,
): Omit<Waiting, "selections">[] {
  if (session === undefined) return [{ path: root, variables, isSublayer: false }];
  const variablesIn = (path: string): ReturnType<typeof variablesOf> => {
    const bytes = files.read(path);
    return bytes === undefined ? [] : variablesOf(openLayer(bytes).layer);
  };
  const stronger = new Map([...variablesIn(session), ...variables]);
  return [
    { path: root, variables: stronger, isSublayer: false },
    { path: session, variables: new Map([...variablesIn(root), ...stronger]), isSublayer: true },
  ];
}

/** Sets of variables with which a layer is visited, and of selections with the same variables. */
const MAX_VISITS = 64;

/** The layers that were visited, each once with the same variables and selections. */
class VisitedLayers {
  private readonly visits: Map<string, Map<string, Set<string>>> = new Map();

  /**
   * Returns how a layer is still to be visited, undefined if it is not. With too many selections, and once it was visited without
   * any, all variants are followed.
   */
  add(next: Waiting): Waiting | undefined {
    const { path, variables, isSublayer, selections } = next;
    const known = this.visits.get(path) ?? new Map<string, Set<string>>();
    this.visits.set(path, known);
    const entries = [...variables].sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([isSublayer, entries], (_, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    );
    let selected = known.get(key);
    if (selected === undefined) {
      if (known.size === MAX_VISITS) return undefined;
      known.set(key, (selected = new Set()));
    }
    const all = JSON.stringify(selectionsKey(noSelections));
    const own = selected.size === MAX_VISITS ? all : JSON.stringify(selectionsKey(selections));
    if (selected.has(all) || selected.has(own)) return undefined;
    selected.add(own);
    return own === all ? { ...next, selections: noSelections } : next;
  }
}

/** Returns an asset path with the value of its expression; undefined if that is no path. */
function evaluated(authored: AuthoredPath, variables: ExpressionVariables): AuthoredPath | undefined {
  if (!authored.path.startsWith("`")) return authored;
  const { value, error } = evaluateExpression(authored.path, variables);
  if (error !== undefined || (value !== undefined && typeof value !== "string")) return undefined;
  return { ...authored, path: value ?? "" };
}

interface Located {
  readonly found: readonly string[];
  readonly isPattern: boolean;
}

/** Returns the files of an asset path; several for the tiles of a texture and the files of clips. */
function locate(
  { path: authored, isTemplate }: AuthoredPath,
  layer: string,
  files: DependencyFiles,
  { searchPaths = [], folder: root }: DependencyOptions,
): Located {
  const { file } = parseLayerName(authored);
  const isPattern = isTemplate === true || file.includes(TILE_MARK);
  if (isAssetUri(file)) return { found: [], isPattern };
  const folders = isAnchoredPath(file) ? [folderOf(layer)] : [folderOf(layer), ...searchPaths];
  for (const folder of folders) {
    const path = resolve(folder, file, root);
    const found = isPattern ? filesOf(path, files) : has(files, path) ? [path] : [];
    if (found.length > 0) return { found, isPattern };
  }
  return { found: [], isPattern };
}

function has(files: DependencyFiles, path: string): boolean {
  return files.has === undefined ? files.read(path) !== undefined : files.has(path);
}

/** Returns a path relative to the folder of the root layer; absolute without knowing that folder. */
function resolve(folder: string, path: string, root: string | undefined): string {
  const found = resolvePath(folder, path);
  return root === undefined ? found : relativePath(root, resolvePath(root, found));
}

/** Returns the files that a pattern in the last part of a path matches. */
function filesOf(path: string, files: DependencyFiles): readonly string[] {
  const folder = folderOf(path);
  const isMatch = namesFiles(baseOf(path));
  const names = files.list(folder).filter(isMatch);
  return names.sort().map((file) => resolvePath(folder, file));
}

/**
 * Returns what tells the files of a pattern by their names: whether a name is that of a tile, or of a clip: `a.##.usd` has at least as many digits as `#`, and `a.#.#.usd` a
 * fraction. Templates of another form match nothing, as in the reference.
 */
export function namesFiles(name: string): (file: string) => boolean {
  const [before = "", after = ""] = name.split(TILE_MARK);
  if (name.includes(TILE_MARK)) {
    return (file) =>
      file.startsWith(before) &&
      file.endsWith(after) &&
      TILE.test(file.slice(before.length, file.length - after.length));
  }
  // Text around the digits of the frame, and of its fraction if there is a second group.
  const [first = "", marks = "", second = "", fraction = "", last = ""] = name.split(/(#+)/u, 6);
  const isValid = marks !== "" && (fraction === "" || second === ".") && !last.includes("#");
  const end = fraction === "" ? second : last;
  return (file) => {
    if (!isValid || !file.startsWith(first) || !file.endsWith(end)) return false;
    const digits = file.slice(first.length, file.length - end.length).split(".");
    const counts = fraction === "" ? [marks.length] : [marks.length, fraction.length];
    return digits.length === counts.length && counts.every((count, i) => isNumber(digits[i], count));
  };
}

function isNumber(text: string, minDigits: number): boolean {
  return text.length >= minDigits && /^\d+$/u.test(text);
}
