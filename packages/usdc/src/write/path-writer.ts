/** The paths of a crate while it is written: a tree whose elements are tokens. */
import { HashIndex } from "../encode/hash-index.ts";
import { IntList } from "../encode/int-list.ts";
import type { TokenWriter } from "./tables.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

const BRACE = 0x7b;
const BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;
const DOT = 0x2e;
const SLASH = 0x2f;

/** The tree in the form of a file. */
export interface PathArrays {
  readonly indexes: Int32Array;
  /** Token of each element, negative for a property of a prim. */
  readonly elements: Int32Array;
  /** 0: only a sibling follows, -1: only a child, -2: neither; otherwise the relative position of the sibling. */
  readonly jumps: Int32Array;
}

/** Paths by their parent and last element, and by text. */
export class PathWriter {
  private readonly tokens: TokenWriter;
  /** Texts that were looked up. */
  private readonly indexes: Map<string, number> = new Map();
  /** Paths by parent and element. */
  private readonly index: HashIndex = new HashIndex();
  /** By path: its element and the list of its children; 0, the root, ends a list, since it is no child. */
  private readonly elements: IntList = new IntList();
  private readonly firstChild: IntList = new IntList();
  private readonly lastChild: IntList = new IntList();
  private readonly nextSibling: IntList = new IntList();
  /** The empty path has an index and no place in the tree. */
  private empty: number | undefined;

  constructor(tokens: TokenWriter) {
    this.tokens = tokens;
    this.indexes.set("/", this.append(-1, 0));
  }

  /** Number of paths, the empty one included. */
  get length(): number {
    return this.elements.length;
  }

  private append(parent: number, element: number): number {
    const { firstChild, lastChild } = this;
    const index = this.index.add(hashOf(parent, element));
    this.elements.push(element);
    firstChild.push(0);
    lastChild.push(0);
    this.nextSibling.push(0);
    if (parent >= 0) {
      const last = lastChild.get(parent);
      if (last === 0) firstChild.set(parent, index);
      else this.nextSibling.set(last, index);
      lastChild.set(parent, index);
    }
    return index;
  }

  /** The index of a path; "" is the empty path. */
  add(path: string): number {
    const known = this.indexes.get(path);
    if (known !== undefined) return known;
    if (path === "") return (this.empty ??= this.append(-1, 0));
    if (!path.startsWith("/")) throw new UsdcWriteError(`A crate cannot hold the relative path "${path}"`);
    return this.addElements(path);
  }

  private addElements(path: string): number {
    const ends = elementEnds(path);
    let index = 0;
    for (let i = 1; i < ends.length; i++) {
      const element = path.slice(ends[i - 1], ends[i]);
      index = this.childOf(index, this.elementToken(element, isAfterPrim(path, ends[i - 1])));
    }
    this.indexes.set(path, index);
    return index;
  }

  /** The index of the root. */
  get root(): number {
    return 0;
  }

  /** The index of a prim, or of `{set=variant}`, below the path with index `parent`. */
  addChild(parent: number, element: string): number {
    return this.childOf(parent, this.tokens.add(element));
  }

  /** The index of a property of the prim with index `parent`. */
  addProperty(parent: number, name: string): number {
    return this.childOf(parent, -this.tokens.add(name));
  }

  private childOf(parent: number, element: number): number {
    const { index, elements } = this;
    for (let path = index.first(hashOf(parent, element)); path >= 0; path = index.next()) {
      // With the hash the element decides about the parent: each factor is odd.
      if (elements.get(path) === element) return path;
    }
    return this.append(parent, element);
  }

  private elementToken(element: string, isPrimProperty: boolean): number {
    if (element.charCodeAt(0) === DOT && isPrimProperty) return -this.tokens.add(element.slice(1));
    return this.tokens.add(element.charCodeAt(0) === SLASH ? element.slice(1) : element);
  }

  /** Drops what only further paths would need. */
  finish(): void {
    this.index.clear();
    this.indexes.clear();
    this.lastChild.clear();
  }

  /** Returns the tree as arrays in the order of a walk, and drops it; after {@link finish}. */
  take(): PathArrays {
    const { elements, firstChild, nextSibling } = this;
    const size = this.empty === undefined ? this.length : this.length - 1;
    const arrays: PathArrays = {
      indexes: new Int32Array(size),
      elements: new Int32Array(size),
      jumps: new Int32Array(size),
    };
    /** Places whose siblings follow after their children. */
    const waiting: number[] = [];
    let path = 0;
    for (let place = 0; ; place++) {
      arrays.indexes[place] = path;
      arrays.elements[place] = elements.get(path);
      const child = firstChild.get(path);
      const sibling = nextSibling.get(path);
      if (child !== 0) {
        arrays.jumps[place] = -1;
        if (sibling !== 0) waiting.push(place);
        path = child;
      } else if (sibling !== 0) {
        arrays.jumps[place] = 0;
        path = sibling;
      } else {
        arrays.jumps[place] = -2;
        const owner = waiting.pop();
        if (owner === undefined) break;
        arrays.jumps[owner] = place + 1 - owner;
        path = nextSibling.get(arrays.indexes[owner]);
      }
    }
    for (const list of [elements, firstChild, nextSibling]) list.clear();
    return arrays;
  }
}

function hashOf(parent: number, element: number): number {
  return Math.imul(parent, 0x9e3779b1) ^ Math.imul(element, 0x85ebca6b);
}

/** Whether the element that starts there is not one of a target: `.x` in `/A.x`, but not in `/A.rel[/B].x`. */
function isAfterPrim(path: string, start: number): boolean {
  return path.charCodeAt(start - 1) !== CLOSING_BRACKET;
}

/** Where each element of an absolute path ends, the root first: `/A{v=x}B.y` has ends after `/`, `A`, `{v=x}`, `B`, `.y`. */
function elementEnds(path: string): readonly number[] {
  const ends = [1];
  let depth = 0;
  for (let i = 1; i < path.length; i++) {
    const code = path.charCodeAt(i);
    if (code === BRACKET || code === BRACE) {
      if (depth++ === 0 && i > (ends.at(-1) ?? 0)) ends.push(i);
      continue;
    }
    if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
      if (--depth === 0) ends.push(i + 1);
      continue;
    }
    if (depth > 0) continue;
    if ((code === DOT || code === SLASH) && i > (ends.at(-1) ?? 0)) ends.push(i);
  }
  if (path.length > (ends.at(-1) ?? 0)) ends.push(path.length);
  return ends;
}
