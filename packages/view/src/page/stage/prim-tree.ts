/** The rows of a tree of prims whose children are loaded in pages. */
import { PAGE_SIZE, type PrimPage, type PrimRow } from "../../protocol/stage-messages.ts";

/** A row that is seen; `row` is undefined until its page is loaded. */
export interface TreeEntry {
  readonly row: PrimRow | undefined;
  readonly depth: number;
  readonly isOpen: boolean;
  /** The prim whose child it is, and its number among the children. */
  readonly parent: string;
  readonly number: number;
}

interface Node {
  readonly path: string;
  readonly depth: number;
  readonly parent: Node | undefined;
  readonly number: number;
  row: PrimRow | undefined;
  /** Number of children. */
  total: number;
  /** Number of rows below it that are seen. */
  visible: number;
  readonly children: Map<number, Node>;
  /** The open children, by number. */
  opened: Node[];
}

/** The prims of one revision of a stage. Takes as much time as there are open prims, not as there are prims. */
export class PrimTree {
  readonly #root: Node = nodeOf("/", undefined, 0);
  readonly #nodes = new Map<string, Node>([["/", this.#root]]);
  readonly #open = new Set<string>();

  /** Number of rows. */
  get length(): number {
    return this.#root.visible;
  }

  /** The open prims, parents first. */
  get open(): readonly string[] {
    return [...this.#open];
  }

  /** Returns rows by their numbers. */
  slice(start: number, end: number): readonly TreeEntry[] {
    const entries: TreeEntry[] = [];
    for (let i = Math.max(0, start); i < Math.min(end, this.length); i++) entries.push(this.#entryAt(i));
    return entries;
  }

  /** Returns a row by its number; undefined if there is none. */
  at(index: number): TreeEntry | undefined {
    return this.slice(index, index + 1)[0];
  }

  /** Returns the number of a prim's row; -1 if it is not loaded or below a closed prim. */
  indexOf(path: string): number {
    const node = this.#nodes.get(path);
    if (node?.parent === undefined) return -1;
    let index = -1;
    for (let at = node; at.parent !== undefined; at = at.parent) {
      const { parent, number } = at;
      if (parent.parent !== undefined && !this.#open.has(parent.path)) return -1;
      index += number + 1;
      for (const sibling of parent.opened) if (sibling.number < number) index += sibling.visible;
    }
    return index;
  }

  /** Returns the row of a prim; undefined if it is not loaded. */
  row(path: string): PrimRow | undefined {
    return this.#nodes.get(path)?.row;
  }

  /** Returns the number of a prim among the children of its parent; undefined if it is not loaded. */
  numberOf(path: string): number | undefined {
    return this.#nodes.get(path)?.number;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Adds a page of children. */
  receive({ prim, from, rows, total }: PrimPage): void {
    const parent = this.#nodes.get(prim);
    if (parent === undefined) return;
    if (parent.total !== total) {
      const isSeen = parent === this.#root || this.#open.has(prim);
      if (isSeen) this.#grow(parent, total - parent.total);
      parent.total = total;
    }
    for (const [i, row] of rows.entries()) {
      const number = from + i;
      if (parent.children.has(number)) continue;
      const node = nodeOf(row.path, parent, number);
      node.row = row;
      node.total = row.children;
      parent.children.set(number, node);
      this.#nodes.set(row.path, node);
    }
  }

  /** Opens or closes a prim. Returns whether it is open. */
  toggle(path: string): boolean {
    if (this.#open.has(path)) this.#close(path);
    else this.openPrim(path);
    return this.#open.has(path);
  }

  /** Opens a prim that is loaded and has children. */
  openPrim(path: string): void {
    const node = this.#nodes.get(path);
    if (node?.parent === undefined || node.total === 0 || this.#open.has(path)) return;
    this.#open.add(path);
    const { opened } = node.parent;
    const next = opened.findIndex(({ number }) => number > node.number);
    opened.splice(next < 0 ? opened.length : next, 0, node);
    // What was open below it is seen again.
    this.#grow(node, node.total + node.opened.reduce((sum, { visible }) => sum + visible, 0));
  }

  #close(path: string): void {
    const node = this.#nodes.get(path);
    if (node?.parent === undefined) return;
    this.#grow(node, -node.visible);
    this.#open.delete(path);
    node.parent.opened = node.parent.opened.filter((each) => each !== node);
  }

  /** Changes the number of rows below a prim, and below those above it that show them. */
  #grow(node: Node, rows: number): void {
    for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
      at.visible += rows;
      if (at.parent !== undefined && !this.#open.has(at.path)) return;
    }
  }

  #entryAt(index: number): TreeEntry {
    let node = this.#root;
    let number = index;
    for (let below = findBelow(node, number); "child" in below; below = findBelow(node, number)) {
      node = below.child;
      number = below.number;
    }
    ({ number } = findBelow(node, number));
    const child = node.children.get(number);
    const isOpen = child !== undefined && this.#open.has(child.path);
    return { row: child?.row, depth: node.depth + 1, isOpen, parent: node.path, number };
  }
}

/** Returns the child with the number of a row below a prim; or the open child that the row is below, and its number there. */
function findBelow(node: Node, row: number): { readonly number: number; readonly child?: never } | Below {
  let number = row;
  for (const child of node.opened) {
    if (child.number >= number) break;
    const inside = number - child.number - 1;
    if (inside < child.visible) return { child, number: inside };
    number -= child.visible;
  }
  return { number };
}

interface Below {
  readonly child: Node;
  readonly number: number;
}

function nodeOf(path: string, parent: Node | undefined, number: number): Node {
  const depth = parent === undefined ? -1 : parent.depth + 1;
  return { path, depth, parent, number, row: undefined, total: 0, visible: 0, children: new Map(), opened: [] };
}

/** Returns the number of the first child of the page that has a child. */
export function pageStart(number: number): number {
  return number - (number % PAGE_SIZE);
}
