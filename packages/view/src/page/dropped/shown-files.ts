/** Which of the files that were dropped together are shown. */
import type { DroppedFile } from "./read-dropped.ts";

const LAYER_NAME = /\.(?:usd[acz]?|mtlx)$/iu;
const MODEL_NAME = /\.(?:usd[acz]?|glb|gltf|ply|spz|sog|splat)$/iu;
const IMAGE_NAME = /\.(?:png|jpe?g|webp|avif|gif|bmp|svg)$/iu;
/** Longer texts are not searched. */
const MOST_SEARCHED = 2 ** 24;

/** Whether files of a name are layers of stages. */
export function isLayerName(name: string): boolean {
  return LAYER_NAME.test(name);
}

/** Whether files of a name are models: layers, glTF and splats. */
export function isModelName(name: string): boolean {
  return MODEL_NAME.test(name);
}

/** Whether browsers show files of a name. */
export function isImageName(name: string): boolean {
  return IMAGE_NAME.test(name);
}

/** Files by their numbers in a list. */
export interface ShownFiles {
  /** The models of the outermost folder: the others are parts of them. */
  readonly tabs: readonly number[];
  /** The one to begin with; undefined if there is no model. */
  readonly first: number | undefined;
}

/**
 * Returns the models to show: of the outermost folder that has some. The first is one with the name of its folder, or else one that no
 * text of these names, and that names others: the root of the rest.
 *
 * ```ts
 * shownFiles([chair, shot, texture]); // { tabs: [0, 1], first: 1 }
 * ```
 */
export function shownFiles(files: readonly DroppedFile[]): ShownFiles {
  const depths = files.map(({ path }) => (isModelName(path) ? path.split("/").length : Infinity));
  const least = Math.min(...depths);
  const tabs = files.map((_, i) => i).filter((i) => depths[i] === least && least < Infinity);
  const named = tabs.filter((i) => isNamedAsFolder(files[i].path));
  const candidates = named.length > 0 ? named : tabs;
  if (candidates.length < 2) return { tabs, first: candidates.at(0) };
  const texts = new Map(tabs.map((i) => [i, textOf(files[i].bytes)]));
  const doesName = (from: number, to: number): boolean => {
    const { path } = files[to];
    const name = path.slice(path.lastIndexOf("/") + 1);
    const text = texts.get(from) ?? "";
    return from !== to && (text.includes(`/${name}@`) || text.includes(`@${name}@`));
  };
  const roots = candidates.filter((i) => !tabs.some((from) => doesName(from, i)));
  const withParts = roots.find((i) => files.some((_, to) => doesName(i, to)));
  return { tabs, first: withParts ?? roots.at(0) ?? candidates[0] };
}

/** `Chair/Chair.usd` */
function isNamedAsFolder(path: string): boolean {
  const [name = "", folder] = path.split("/").toReversed();
  return folder !== undefined && name.replace(/\.[^.]*$/u, "") === folder;
}

/** The text of a layer; empty for other files. */
function textOf(bytes: Uint8Array): string {
  const isText = bytes.length <= MOST_SEARCHED && new TextDecoder("latin1").decode(bytes.subarray(0, 5)) === "#usda";
  return isText ? new TextDecoder().decode(bytes) : "";
}
