/** The page of `usda diff --format html`: one file without script, readable with every style sheet off. */
import { counted } from "@usdkit/base";
import { type Difference } from "@usdkit/layer";
import { version } from "../program/about.ts";
import type { ComparedScenes } from "../render/compare-scenes.ts";
import { htmlHead } from "../terminal/html-head.ts";
import { changeTree, type Change, type ChangeNode } from "./change-tree.ts";
import { changeRows, shortText } from "./html-changes.ts";
import { imagesSection } from "./html-images.ts";
import { STYLE } from "./html-style.ts";
import { KIND_WORDS, summarize } from "./render-differences.ts";

export interface DifferencesPage {
  /** Names of the files. */
  readonly before: string;
  readonly after: string;
  readonly differences: readonly Difference[];
  /** Maximum count of differences that the page shows; the rest is counted. */
  readonly limit: number;
  /** Undefined without `--assets`. */
  readonly scenes: ComparedScenes | undefined;
}

/** Maximum length of the rows together; the rest is counted as if it exceeded the limit. */
const MAX_ROWS_LENGTH = 16 * 1024 * 1024;
/** With more changes, only the outermost prims are expanded. */
const MAX_EXPANDED = 400;

/** Yields the parts of the page. */
export function* differencesPage({ before, after, differences, limit, scenes }: DifferencesPage): Generator<string> {
  const { root, leftOut } = changeTree(differences, limit);
  const anchors = new Anchors();
  const missing = [...leftOut];
  const tree = treeHtml(root, anchors, missing, differences.length <= MAX_EXPANDED);
  const title = `${shortText(before)} → ${shortText(after)}`;
  yield htmlHead({ title, style: STYLE, images: true, generator: `usda-lint ${version}` });
  yield `<header>\n<h1>${title}</h1>\n`;
  if (differences.length === 0) yield `<p class="verdict">No differences.</p>\n`;
  else yield `<p class="verdict">${summarize(differences)}</p>\n${countsTable(differences)}`;
  yield leftOutNote(missing);
  yield "</header>\n<main>\n";
  if (scenes !== undefined) yield* imagesSection(scenes, (path) => anchors.link(path));
  if (differences.length > 0) yield `<h2>Changes</h2>\n`;
  yield* tree;
  yield "</main>\n</body>\n</html>\n";
}

/** Ids of prims. Paths of other characters, and long ones, get a number. */
class Anchors {
  readonly #ids = new Map<string, string>();

  add(path: string): string {
    const id = /^[\p{L}\p{M}\p{N}_/{}=.|:-]{1,400}$/u.test(path) ? path : `prim-${this.#ids.size + 1}`;
    this.#ids.set(path, id);
    return id;
  }

  /** Returns the path as HTML, as a link if the page has changes of it. */
  link(path: string): string {
    const id = this.#ids.get(path);
    return id === undefined ? shortText(path) : `<a href="${href(id)}">${shortText(path)}</a>`;
  }
}

function href(id: string): string {
  return `#${encodeURIComponent(id).replaceAll("%2F", "/")}`;
}

/** Returns the prims with their changes; what does not fit is added to `leftOut`. */
function treeHtml(root: ChangeNode, anchors: Anchors, leftOut: Difference[], isExpanded: boolean): string[] {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  const rowsOf = (change: Change): string[] => {
    if (length > MAX_ROWS_LENGTH) {
      leftOut.push(...differencesOf(change));
      return [];
    }
    const rows = changeRows(change);
    length += rows.reduce((sum, text) => sum + text.length, 0);
    return rows;
  };
  const stack: (ChangeNode | "end")[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === "end") {
      parts.push("</details>\n");
      depth--;
      continue;
    }
    const children = [...node.children.values()].reverse();
    const isRoot = node === root;
    // A prim without changes that leads to one other is part of the other's label.
    const [only] = children;
    if (node.changes.length === 0 && (isRoot || children.length === 1)) {
      if (!isRoot && only !== undefined) only.label = node.label + only.label;
      stack.push(...children);
      continue;
    }
    const rows = node.changes.flatMap(rowsOf);
    parts.push(prefix(node, anchors.add(node.path), isExpanded || depth === 0));
    if (rows.length > 0) parts.push(table(rows));
    // The layer's prims are next to its own changes.
    if (isRoot) parts.push("</details>\n");
    else {
      depth++;
      stack.push("end");
    }
    stack.push(...children);
  }
  return parts;
}

/** Returns the start of a prim's part of the page. */
function prefix({ label, changes }: ChangeNode, id: string, isOpen: boolean): string {
  const open = isOpen ? ' open="open"' : "";
  const name = `<bdi class="path">${shortText(label)}</bdi>`;
  const link = `<a href="${href(id)}" aria-label="Link to this prim">#</a>`;
  return `<details id="${id}"${open}><summary>${name}${changesNote(changes)}${link}</summary>\n`;
}

function differencesOf(change: Change): readonly Difference[] {
  return change.kind === "samples" ? change.samples : [change.difference];
}

function changesNote(changes: readonly Change[]): string {
  const count = changes.reduce((sum, change) => sum + differencesOf(change).length, 0);
  return count === 0 ? "" : `<span class="note">${counted(count, "difference")}</span>`;
}

const COLUMNS = ["", "what", "before", "after", "note"];

function table(rows: readonly string[]): string {
  const columns = COLUMNS.map(() => "<col />").join("");
  const head = COLUMNS.map((name) => `<th scope="col">${name}</th>`).join("");
  return `<div class="scroll"><table class="changes"><colgroup>${columns}</colgroup><thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join("\n")}\n</tbody></table></div>\n`;
}

/** The kinds of what was added, removed or moved, and a row for the other differences. */
function countsTable(differences: readonly Difference[]): string {
  const names = { prim: "prims", property: "properties", variant: "variants and sets" } as const;
  const counts = { prim: [0, 0, 0], property: [0, 0, 0], variant: [0, 0, 0] };
  for (const difference of differences) {
    const column = ["added", "removed", "moved"].indexOf(difference.kind);
    if (column < 0 || !("spec" in difference)) continue;
    const { spec, count } = difference;
    const what = spec.specType === "prim" ? "prim" : spec.specType.startsWith("variant") ? "variant" : "property";
    counts[what][column] += count;
  }
  const cells = (numbers: readonly number[]): string => numbers.map((number) => `<td>${number}</td>`).join("");
  const rows = (Object.keys(names) as (keyof typeof names)[]).map(
    (key) => `<tr><th scope="row">${names[key]}</th>${cells(counts[key])}</tr>`,
  );
  return `<table class="counts"><thead><tr><th></th><th scope="col">added</th><th scope="col">removed</th><th scope="col">moved</th></tr></thead><tbody>${rows.join("")}</tbody></table>\n`;
}

function leftOutNote(leftOut: readonly Difference[]): string {
  if (leftOut.length === 0) return "";
  const counts = new Map<string, number>();
  for (const { kind } of leftOut) counts.set(KIND_WORDS[kind], (counts.get(KIND_WORDS[kind]) ?? 0) + 1);
  const kinds = Array.from(counts, ([what, count]) => `${count} ${what}`).join(", ");
  return `<p class="left-out">${counted(leftOut.length, "difference")} not shown: ${kinds}. --max-differences N shows more, --ignore PATTERN leaves out others.</p>\n`;
}
