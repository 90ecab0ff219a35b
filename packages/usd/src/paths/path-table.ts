/** Interned prim paths: a path is an integer, and its parts are read from flat tables. */

/** Index of a path in the {@link PathTable} of its stage; {@link NO_PATH} if there is none. */
export type PathId = number;

/** The absence of a path. */
export const NO_PATH: PathId = -1;
/** The absolute root path, `/`. */
export const ROOT_PATH: PathId = 0;

const INITIAL_CAPACITY = 1024;

/**
 * The prim paths and variant selection paths of a stage. Equal paths have equal ids, so that they are compared and hashed as
 * integers. An element of a path is a prim name or a variant selection (`{set=selection}`).
 *
 * ```ts
 * const paths = new PathTable();
 * const chair = paths.parse("/World/Chair{look=red}Seat");
 * paths.text(paths.withoutVariants(chair)); // "/World/Chair/Seat"
 * ```
 */
export class PathTable {
  private readonly elementTexts: string[] = [""];
  private readonly elementIds: Map<string, number> = new Map([["", 0]]);
  private parents: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private elements: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private depths: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private primDepths: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private stripped: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Open addressing; 0 is free, since the root is never looked up. */
  private slots: Int32Array = new Int32Array(4 * INITIAL_CAPACITY);
  private count = 1;

  constructor() {
    this.parents[ROOT_PATH] = NO_PATH;
  }

  /** The number of paths. */
  get size(): number {
    return this.count;
  }

  /** Returns the path of a child: a prim name or `{set=selection}` below `parent`. */
  child(parent: PathId, element: string): PathId {
    let id = this.elementIds.get(element);
    if (id === undefined) {
      id = this.elementTexts.push(element) - 1;
      this.elementIds.set(element, id);
    }
    return this.intern(parent, id);
  }

  /** Returns the path of a variant selection of a prim. */
  variant(prim: PathId, set: string, selection: string): PathId {
    return this.child(prim, `{${set}=${selection}}`);
  }

  /** Returns the child of `parent` that has the last element of another path. */
  childLike(parent: PathId, other: PathId): PathId {
    return this.intern(parent, this.elements[other]);
  }

  /** Returns the parent; that of a variant selection is its prim. {@link NO_PATH} for the root. */
  parent(path: PathId): PathId {
    return this.parents[path];
  }

  /** Returns the last element: a prim name, `{set=selection}`, or "" for the root. */
  element(path: PathId): string {
    return this.elementTexts[this.elements[path]];
  }

  /** The number of elements, variant selections included. */
  depth(path: PathId): number {
    return this.depths[path];
  }

  /** The number of prim names. */
  primDepth(path: PathId): number {
    return this.primDepths[path];
  }

  /** Whether the last element is a variant selection. */
  isVariant(path: PathId): boolean {
    return path > ROOT_PATH && this.elementTexts[this.elements[path]].startsWith("{");
  }

  /** Whether any element is a variant selection. */
  hasVariants(path: PathId): boolean {
    return this.depths[path] !== this.primDepths[path];
  }

  /** Returns the set and the selection of a variant selection path. */
  selection(path: PathId): readonly [set: string, selection: string] {
    const text = this.element(path);
    const equals = text.indexOf("=");
    return [text.slice(1, equals), text.slice(equals + 1, -1)];
  }

  /** Whether the path is that of a prim whose parent is the root. */
  isRootPrim(path: PathId): boolean {
    return path > ROOT_PATH && this.parents[path] === ROOT_PATH;
  }

  /** Whether `path` is `prefix` or below it. */
  hasPrefix(path: PathId, prefix: PathId): boolean {
    let at = path;
    for (let steps = this.depths[path] - this.depths[prefix]; steps > 0; steps--) at = this.parents[at];
    return at === prefix;
  }

  /** Returns the path with `from` at its start replaced by `to`; the path itself if it is not below `from`. */
  replacePrefix(path: PathId, from: PathId, to: PathId): PathId {
    if (from === to || !this.hasPrefix(path, from)) return path;
    const below: PathId[] = [];
    for (let at = path; at !== from; at = this.parents[at]) below.push(at);
    let out = to;
    for (let i = below.length - 1; i >= 0; i--) out = this.intern(out, this.elements[below[i]]);
    return out;
  }

  /** Returns the path without variant selections. */
  withoutVariants(path: PathId): PathId {
    return this.stripped[path];
  }

  /** Returns the text, `/A{set=selection}B/C`. */
  text(path: PathId): string {
    if (path === ROOT_PATH) return "/";
    if (path === NO_PATH) return "";
    const parts: string[] = [];
    for (let at = path; at !== ROOT_PATH; at = this.parents[at]) {
      const element = this.elementTexts[this.elements[at]];
      parts.push(element);
      if (!element.startsWith("{") && !this.isVariant(this.parents[at])) parts.push("/");
    }
    return parts.reverse().join("");
  }

  /** Returns the path of a text such as `/A{set=selection}B/C`; {@link NO_PATH} for what is not an absolute prim path. */
  parse(text: string): PathId {
    if (!text.startsWith("/")) return NO_PATH;
    if (text === "/") return ROOT_PATH;
    let path = ROOT_PATH;
    for (let at = 1; at <= text.length;) {
      let end = at;
      while (end < text.length && text[end] !== "/" && text[end] !== "{") end++;
      const name = text.slice(at, end);
      if (name === "" || name.includes(".") || name.includes("[") || name.includes("}")) return NO_PATH;
      path = this.child(path, name);
      if (end === text.length) return path;
      at = end + 1;
      while (text[end] === "{") {
        const close = text.indexOf("}", end);
        const equals = text.indexOf("=", end);
        if (close < 0 || equals < 0 || equals > close) return NO_PATH;
        path = this.variant(path, text.slice(end + 1, equals).trim(), text.slice(equals + 1, close).trim());
        end = close + 1;
        at = text[end] === "/" ? end + 1 : end;
      }
      if (end === text.length) return path;
    }
    return NO_PATH;
  }

  /** Returns the ancestors from the root to the path, both included. */
  ancestors(path: PathId): PathId[] {
    const found: PathId[] = [];
    for (let at = path; at !== NO_PATH; at = this.parents[at]) found.push(at);
    return found.reverse();
  }

  private intern(parent: PathId, element: number): PathId {
    const mask = this.slots.length - 1;
    let slot = hash(parent, element) & mask;
    for (let id = this.slots[slot]; id !== 0; id = this.slots[slot]) {
      if (this.parents[id] === parent && this.elements[id] === element) return id;
      slot = (slot + 1) & mask;
    }
    return this.add(parent, element, slot);
  }

  private add(parent: PathId, element: number, slot: number): PathId {
    const id = this.count++;
    if (id === this.parents.length) this.grow();
    const isVariant = this.elementTexts[element].startsWith("{");
    this.parents[id] = parent;
    this.elements[id] = element;
    this.depths[id] = this.depths[parent] + 1;
    this.primDepths[id] = this.primDepths[parent] + (isVariant ? 0 : 1);
    this.slots[slot] = id;
    if (this.count * 2 > this.slots.length) this.rehash();
    const bare = this.stripped[parent];
    this.stripped[id] = isVariant ? bare : bare === parent ? id : this.intern(bare, element);
    return id;
  }

  private grow(): void {
    const length = this.parents.length * 2;
    const larger = (from: Int32Array): Int32Array => {
      const to = new Int32Array(length);
      to.set(from);
      return to;
    };
    this.parents = larger(this.parents);
    this.elements = larger(this.elements);
    this.depths = larger(this.depths);
    this.primDepths = larger(this.primDepths);
    this.stripped = larger(this.stripped);
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let id = 1; id < this.count; id++) {
      let slot = hash(this.parents[id], this.elements[id]) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id;
    }
  }
}

function hash(parent: number, element: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(element, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
