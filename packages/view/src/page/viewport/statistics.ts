/** What is drawn, in numbers. */
import type { SceneInfo } from "../../protocol/draw-messages.ts";
import { element } from "../dom.ts";
import { closeOutside } from "./view-menu.ts";

/** Sizes of textures that are listed. */
const MAX_TEXTURES = 12;

/** A menu with the numbers of the scene. */
export class Statistics {
  readonly element: HTMLDetailsElement;
  readonly #list: HTMLElement = element("dl");

  constructor() {
    this.element = element("details", { class: "menu statistics" }, [
      element("summary", { text: "Statistics", title: "Prims, triangles, materials, textures and memory" }),
      element("div", { class: "menu-body" }, [this.#list]),
    ]);
    closeOutside(this.element);
    this.show(null);
  }

  /** Shows the numbers of a scene; null: there is none. */
  show(statistics: SceneInfo["statistics"]): void {
    this.element.hidden = statistics === null;
    const rows = statistics === null ? [] : statisticsRows(statistics);
    this.#list.replaceChildren(
      ...rows.flatMap(([name, value]) => [element("dt", { text: name }), element("dd", { text: value })]),
    );
  }
}

/** Returns names and values; those that are 0 are left out, apart from prims and triangles. */
export function statisticsRows(
  statistics: NonNullable<SceneInfo["statistics"]>,
): readonly (readonly [name: string, value: string])[] {
  const { prims, draws, triangles, splats, points, materials, textures, geometryBytes, textureBytes } = statistics;
  const count = (value: number): string => value.toLocaleString("en");
  const sizes = new Map<string, number>();
  for (const { width, height } of textures) {
    const size = `${width} × ${height}`;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  const listed = [...sizes].slice(0, MAX_TEXTURES).map(([size, times]) => (times === 1 ? size : `${times} of ${size}`));
  if (sizes.size > MAX_TEXTURES) listed.push("…");
  const optional = (name: string, value: number): readonly (readonly [string, string])[] =>
    value === 0 ? [] : [[name, count(value)]];
  return [
    ["Drawn prims", count(prims)],
    ["Triangles", count(triangles)],
    ...optional("Splats", splats),
    ...optional("Points", points),
    ...optional("Draws", draws),
    ...optional("Materials", materials),
    ["Textures", texturesText(textures.length, sizes.size === 1, listed)],
    ["Memory", `${bytesText(geometryBytes)} geometry, ${bytesText(textureBytes)} textures`],
  ];
}

function texturesText(count: number, isOneSize: boolean, listed: readonly string[]): string {
  if (count === 0) return "0";
  const all = count.toLocaleString("en");
  if (isOneSize) return count === 1 ? `1 of ${listed[0]}` : (listed[0] ?? all);
  return `${all}: ${listed.join(", ")}`;
}

function bytesText(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${mebibytes.toFixed(1)} MiB` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
}
