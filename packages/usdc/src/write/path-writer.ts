/** The paths of a crate while it is written: a tree whose elements are tokens. */
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
  /** 0: only a sibling follows, -1: only a child, -2: neither; otherwise where the sibling is, relative. */
  readonly jumps: Int32Array;
}

/** Paths by their parent and last element, and by text. */
export class PathWriter {
  private readonly tokens: TokenWriter;
  /** Texts that were looked up. */
  private readonly indexes: Map<string, number> = new Map();
  /** Open addressing: paths by parent and element; its length is a power of two. */
  private table: Int32Array = new Int32Array(1024).fill(-1);
  private readonly parents: number[] = [];
  /** By path: parent, element and the list of its children. */
  private readonly elements: number[] = [];
  private readonly firstChild: number[] = [];
  private readonly lastChild: number[] = [];
  private readonly nextSibling: number[] = [];
  /** The empty path has an index and no place in the tree. */
  private empty = -1;
  private count = 0;

  constructor(tokens: TokenWriter) {
    this.tokens = tokens;
    this.indexes.set("/", this.append(-1, 0));
  }

  /** Number of paths, the empty one included. */
  get length(): number {
    return this.count;
  }

  private append(parent: number, element: number): number {
    const index = this.count++;
    this.parents[index] = parent;
    this.elements[index] = element;
    this.firstChild[index] = -1;
    this.lastChild[index] = -1;
    this.nextSibling[index] = -1;
    if (parent >= 0) {
      const last = this.lastChild[parent];
      if (last < 0) this.firstChild[parent] = index;
      else this.nextSibling[last] = index;
      this.lastChild[parent] = index;
    }
    return index;
  }

  /** The index of a path; "" is the empty path. */
  add(path: string): number {
    const known = this.indexes.get(path);
    if (known !== undefined) return known;
    if (path === "") {
      if (this.empty < 0) this.empty = this.append(-1, 0);
      return this.empty;
    }
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
    if (this.count * 2 > this.table.length) this.growTable();
    const slot = this.slotOf(parent, element);
    const found = this.table[slot];
    if (found >= 0) return found;
    const index = this.append(parent, element);
    this.table[slot] = index;
    return index;
  }

  /** The slot of a path, or the free one where it belongs. */
  private slotOf(parent: number, element: number): number {
    const mask = this.table.length - 1;
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(element, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = Math.imul(hash, 0x2c1b3c6d) & mask;
    for (let found = this.table[slot]; found >= 0; found = this.table[slot]) {
      if (this.parents[found] === parent && this.elements[found] === element) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private growTable(): void {
    this.table = new Int32Array(this.table.length * 2).fill(-1);
    for (let index = 0; index < this.count; index++) {
      if (this.parents[index] >= 0) this.table[this.slotOf(this.parents[index], this.elements[index])] = index;
    }
  }

  private elementToken(element: string, isPrimProperty: boolean): number {
    if (element.charCodeAt(0) === DOT && isPrimProperty) return -this.tokens.add(element.slice(1));
    return this.tokens.add(element.charCodeAt(0) === SLASH ? element.slice(1) : element);
  }

  /** The tree as arrays in the order of a walk. */
  arrays(): PathArrays {
    const size = this.empty < 0 ? this.count : this.count - 1;
    const arrays: PathArrays = {
      indexes: new Int32Array(size),
      elements: new Int32Array(size),
      jumps: new Int32Array(size),
    };
    /** Places that wait for the place of their sibling. */
    const stack: [path: number, place: number][] = [];
    let place = 0;
    let path = 0;
    for (;;) {
      const here = place++;
      arrays.indexes[here] = path;
      arrays.elements[here] = this.elements[path];
      const child = this.firstChild[path];
      const sibling = this.nextSibling[path];
      if (child >= 0) {
        arrays.jumps[here] = -1;
        if (sibling >= 0) stack.push([sibling, here]);
        path = child;
      } else if (sibling >= 0) {
        arrays.jumps[here] = 0;
        path = sibling;
      } else {
        arrays.jumps[here] = -2;
        const next = stack.pop();
        if (next === undefined) return arrays;
        arrays.jumps[next[1]] = place - next[1];
        [path] = next;
      }
    }
  }
}

/** Whether the element that starts there is not one of a target: `.x` in `/A.x`, but not in `/A.rel[/B].x`. */
function isAfterPrim(path: string, start: number): boolean {
  return path.charCodeAt(start - 1) !== CLOSING_BRACKET;
}

/** Where each element of an absolute path ends, the root first: `/A{v=x}B.y` has ends after `/`, `A`, `{v=x}`, `B`, `.y`. */
function elementEnds(path: string): readonly number[] {
  const ends = [1];
  let depth = 0;
  let inProperty = false;
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
    const isStart = code === DOT || (code === SLASH && !inProperty);
    if (isStart && i > (ends.at(-1) ?? 0)) ends.push(i);
    if (code === DOT) inProperty = true;
  }
  if (path.length > (ends.at(-1) ?? 0)) ends.push(path.length);
  return ends;
}
