// Draws the pictures of docs/guides/from-layers-to-stages.md from what `usda compose` and `usda explain` print of its files:
//
//   node docs/scripts/draw-strength.ts
//
// A test compares them with the output of the commands.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What is read of `usda compose ROOT --prim PATH --json`. */
export interface Composed {
  readonly prims: readonly {
    readonly path: string;
    readonly primStack: readonly (readonly [layer: string, path: string])[];
    readonly properties: Readonly<Record<string, readonly (readonly [layer: string, path: string])[]>>;
  }[];
}

/** What is read of `usda explain ROOT PATH --json`. */
export interface Explained {
  readonly opinions: readonly { readonly layer: string; readonly specPath: string; readonly arc: string }[];
}

/** The pictures of the page: the file, the root layer and the prim that it shows. */
export const pictures = [
  { file: "strength-of-chair.svg", root: "shot.usda", prim: "/Set/Chair" },
  { file: "strength-of-arcs.svg", root: "arcs.usda", prim: "/Ball" },
] as const;

/** Returns the files of the page by name. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  const found = page.matchAll(/^`([a-z]+\.usda)`:\n\n```usda\n([^]*?)^```$/gmu);
  return new Map(Array.from(found, ([, name = "", content = ""]) => [name, content]));
}

const ROW = 30;
const TOP = 130;
const LEFT = 430;
const COLUMN = 34;

/**
 * Returns a picture of the specs of a prim as SVG: a row for each, the strongest first, and a column for each property, with a circle
 * where a spec has an opinion; the filled one is the strongest.
 */
export function strengthPicture({ prims: [prim] }: Composed, { opinions }: Explained): string {
  if (prim === undefined) throw new Error("usda compose has no such prim");
  const names = Object.keys(prim.properties);
  const width = LEFT + names.length * COLUMN + 90;
  const height = TOP + prim.primStack.length * ROW + 14;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<title>Specs of ${escapeText(prim.path)}, the strongest first</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="${TOP - 12}" font-weight="bold" fill="#222">${escapeText(prim.path)}</text>`,
  ];
  for (const [i, name] of names.entries()) {
    const x = LEFT + i * COLUMN;
    parts.push(`<text transform="translate(${x + 4} ${TOP - 12}) rotate(-45)" fill="#222">${escapeText(name)}</text>`);
  }
  for (const [row, [layer, path]] of prim.primStack.entries()) {
    const y = TOP + row * ROW;
    const arc = opinions.find((each) => each.layer === layer && each.specPath === path)?.arc ?? "local";
    const fill = row % 2 === 0 ? "#f3f5f8" : "#fff";
    parts.push(
      `<rect x="0" y="${y}" width="${width}" height="${ROW}" fill="${fill}"/>`,
      `<text x="12" y="${y + 20}" fill="#667">${row + 1}</text>`,
      `<text x="34" y="${y + 20}" font-weight="bold" fill="#1f5fa8">${arc}</text>`,
      `<text x="128" y="${y + 20}" fill="#222">${escapeText(`${layer} <${path}>`)}</text>`,
    );
    for (const [i, name] of names.entries()) {
      const stack = prim.properties[name] ?? [];
      const at = stack.findIndex(([of, property]) => of === layer && property === `${path}.${name}`);
      if (at < 0) continue;
      const color = at === 0 ? "#1f5fa8" : "#fff";
      parts.push(
        `<circle cx="${LEFT + i * COLUMN}" cy="${y + 15}" r="7" fill="${color}" stroke="#1f5fa8" stroke-width="2"/>`,
      );
    }
  }
  return `${parts.join("\n")}\n</svg>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

if (process.argv[1] === import.meta.filename) {
  const repository = resolve(import.meta.dirname, "../..");
  const page = readFileSync(join(repository, "docs/guides/from-layers-to-stages.md"), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "usdkit-strength-"));
  for (const [name, content] of filesOf(page)) writeFileSync(join(folder, name), content);
  const usda = join(repository, "packages/usda-lint/src/bin/usda.ts");
  const run = (...args: string[]): unknown =>
    JSON.parse(execFileSync(process.execPath, [usda, ...args, "--json"], { cwd: folder, encoding: "utf8" }));
  for (const { file, root, prim } of pictures) {
    const composed = run("compose", root, "--prim", prim) as Composed;
    const explained = run("explain", root, prim) as Explained;
    writeFileSync(join(repository, "docs/images", file), strengthPicture(composed, explained));
  }
  rmSync(folder, { recursive: true });
}
