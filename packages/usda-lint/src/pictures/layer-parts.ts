/** Which layers of a folder are parts of others: geometry, materials and payloads of one model. */
import type { Layer } from "@usdkit/layer";
import { assetPathsOf, openLayer, parseLayerName, textOf } from "@usdkit/usd";
import { openFile } from "@usdkit/usd/files";
import { path } from "@usdkit/command/process/builtins";

/** What a layer says about itself and its neighbors. */
export interface LayerPart {
  /** Layers in the same folder that it is made of: absolute paths with `/`. */
  readonly neighbors: readonly string[];
  /** Whether its default prim is a model: it has a kind. */
  readonly isModel: boolean;
}

/** Text, crates and packages. */
const LAYER = /\.usd[acz]?$/iu;

/** Reads what a layer is made of. Of other files, and of those that cannot be read, nothing is known. */
export function readPart(file: string): LayerPart {
  if (!LAYER.test(file)) return { neighbors: [], isModel: true };
  try {
    const bytes = openFile(file);
    const { layer } = openLayer(bytes);
    const folder = path.posix.dirname(file);
    const neighbors = assetPathsOf(layer)
      .filter(({ isLayer }) => isLayer)
      .map((each) => path.posix.resolve(folder, parseLayerName(each.path).file))
      .filter((each) => each !== file && path.posix.dirname(each) === folder);
    return { neighbors: [...new Set(neighbors)], isModel: isModel(layer) };
  } catch {
    // The picture reports it.
    return { neighbors: [], isModel: true };
  }
}

/**
 * Returns the files that are not parts: those that no other file of their folder is made of, and models. Files that are made of each
 * other are all kept.
 */
export function withoutParts(parts: ReadonlyMap<string, LayerPart>): readonly string[] {
  const users = new Map<string, string[]>();
  for (const [file, { neighbors }] of parts) {
    for (const each of neighbors) users.set(each, [...(users.get(each) ?? []), file]);
  }
  return Array.from(parts).flatMap(([file, { isModel: keeps, neighbors }]) => {
    const isUsed = users.get(file)?.some((user) => !neighbors.includes(user)) === true;
    return isUsed && !keeps ? [] : [file];
  });
}

function isModel({ root }: Layer): boolean {
  const name = textOf(root.fields.get("defaultPrim")?.value);
  const prim = root.children.find((child) => child.name === name);
  return textOf(prim?.fields.get("kind")?.value) !== undefined;
}
