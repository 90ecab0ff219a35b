/** The paths of a crate as a tree in flat arrays: each has a parent and the token of its last element. */
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { SectionReader } from "./section-reader.ts";
import type { TokenTable } from "./token-table.ts";
import { COMPRESSED_STRUCTURE } from "./version.ts";

/** Elements that a path may have. */
const MAX_PATH_DEPTH = 10_000;

const HAS_CHILD = 1;
const HAS_SIBLING = 2;
const IS_PROPERTY = 4;
/** An index, a token, the bits and padding; in version 0.0.1 padding before as well. */
const ITEM_SIZE = 12;
const PADDED_ITEM_SIZE = 16;
/** In place of a parent. */
const NO_PATH = -1;
const ROOT = -2;

/** Paths by index. */
export class PathTable {
  readonly length: number;
  /** By path: the parent's index, -1 for the empty path, -2 for the root. */
  readonly parents: Int32Array;
  /** By path: the token of its last element. */
  readonly elements: Int32Array;
  /** By path: 1 for the path of a property. */
  readonly properties: Uint8Array;
  private readonly depths: Uint16Array;
  private readonly tokens: TokenTable;
  private readonly texts: (string | undefined)[];

  constructor(length: number, tokens: TokenTable) {
    this.length = length;
    this.tokens = tokens;
    this.parents = new Int32Array(length).fill(NO_PATH);
    this.elements = new Int32Array(length);
    this.properties = new Uint8Array(length);
    this.depths = new Uint16Array(length);
    this.texts = new Array<string | undefined>(length);
  }

  isRoot(index: number): boolean {
    return this.parents[index] === ROOT;
  }

  isEmpty(index: number): boolean {
    return this.parents[index] === NO_PATH;
  }

  /** The text of the last element: `B` of `/A/B`, `{set=v}`, `size` of `/A.size`. */
  element(index: number): string {
    return this.tokens.name(this.elements[index]);
  }

  /** The text of a path, "" for the empty one; its index must be below `length`. */
  text(index: number): string {
    const known = this.texts[index];
    if (known !== undefined) return known;
    const chain: number[] = [];
    let at = index;
    let text: string | undefined;
    while ((text = this.texts[at]) === undefined) {
      const parent = this.parents[at];
      if (parent < 0) {
        text = parent === ROOT ? "/" : "";
        break;
      }
      chain.push(at);
      at = parent;
    }
    for (let i = chain.length - 1; i >= 0; i--) {
      text = this.join(text, chain[i]);
      this.texts[chain[i]] = text;
    }
    return text;
  }

  private join(parent: string, index: number): string {
    const element = this.element(index);
    if (this.properties[index] !== 0) return `${parent}.${element}`;
    const first = element.charCodeAt(0);
    // `{set=v}`, `[/target]`, `.mapper` follow without a slash, and so does a prim in a variant or in the root.
    if (first === 0x7b || first === 0x5b || first === 0x2e) return parent + element;
    return parent.endsWith("}") || parent === "/" ? parent + element : `${parent}/${element}`;
  }

  /** Sets the path at `index`, that of a prim; throws CrateError when it is damaged. */
  set(index: number, parent: number, token: number, offset: number): void {
    if (index >= this.length) throw broken(offset, `path index ${index} of ${this.length}`);
    if (parent === NO_PATH) {
      this.parents[index] = ROOT;
      return;
    }
    if (token >= this.tokens.length) throw broken(offset, `token index ${token} of ${this.tokens.length}`);
    if (this.parents[index] !== NO_PATH) throw broken(offset, `path index ${index} appears twice`);
    const depth = this.depths[parent] + 1;
    if (depth > MAX_PATH_DEPTH)
      throw new CrateError("USDC_LIMIT", offset, `A path has more than ${MAX_PATH_DEPTH} elements`);
    this.depths[index] = depth;
    this.parents[index] = parent;
    this.elements[index] = token;
  }
}

function broken(offset: number, what: string): CrateError {
  return new CrateError("USDC_PATH", offset, `Damaged tree of paths: ${what}`);
}

/** Reads the section PATHS. */
export function readPaths(section: SectionReader, tokens: TokenTable, minor: number): PathTable {
  const table = new PathTable(section.count(), tokens);
  if (table.length === 0) return table;
  if (minor < COMPRESSED_STRUCTURE) readItems(section, table, minor === 0 ? PADDED_ITEM_SIZE : ITEM_SIZE);
  else readCompressed(section, table);
  return table;
}

/** The tree as three arrays in the order of a walk; a jump leads to the next sibling of a path with children. */
function readCompressed(section: SectionReader, table: PathTable): void {
  const offset = section.position;
  const count = section.uint64();
  if (count > table.length) throw broken(offset, `${count} paths in a table of ${table.length}`);
  const indexes = section.integers(count);
  const tokens = section.integers(count);
  const jumps = section.integers(count);
  const visited = new Uint8Array(count);
  /** Places that are still to walk, with the parent of each. */
  const waiting: number[] = [0, NO_PATH];
  while (waiting.length > 0) {
    let parent = waiting.pop() ?? NO_PATH;
    let at = waiting.pop() ?? 0;
    for (;;) {
      if (at >= count) throw broken(offset, `entry ${at} of ${count}`);
      if (visited[at] !== 0) throw broken(offset, `entry ${at} is reached twice`);
      visited[at] = 1;
      const index = indexes[at] >>> 0;
      table.set(index, parent, Math.abs(tokens[at]), offset);
      if (tokens[at] < 0) table.properties[index] = 1;
      const jump = jumps[at];
      if (parent === NO_PATH) parent = index;
      if (jump > 0) waiting.push(at + jump, parent);
      if (jump > 0 || jump === -1) parent = index;
      else if (jump !== 0) break;
      at++;
    }
  }
}

/** The tree as items with the offset of a sibling after those that have children as well: versions before 0.4. */
function readItems(section: SectionReader, table: PathTable, itemSize: number): void {
  const { source, end } = section;
  const begin = section.position;
  let items = 0;
  const waiting: number[] = [begin, NO_PATH];
  while (waiting.length > 0) {
    let parent = waiting.pop() ?? NO_PATH;
    let at = waiting.pop() ?? begin;
    for (;;) {
      if (at < begin || at + itemSize > end) throw broken(at, `an item at offset ${at} is outside of its section`);
      if (items++ === table.length) throw broken(at, `more than ${table.length} items`);
      const fields = itemSize === PADDED_ITEM_SIZE ? at + 4 : at;
      const index = source.uint32(fields, "A path");
      const token = source.uint32(fields + 4, "A path");
      const bits = source.uint8(fields + 8, "A path");
      table.set(index, parent, token, at);
      if ((bits & IS_PROPERTY) !== 0) table.properties[index] = 1;
      const hasChild = (bits & HAS_CHILD) !== 0;
      const hasSibling = (bits & HAS_SIBLING) !== 0;
      at += itemSize;
      if (parent === NO_PATH) parent = index;
      if (hasChild && hasSibling) {
        waiting.push(source.int64(at, "A path"), parent);
        at += 8;
      }
      if (hasChild) parent = index;
      else if (!hasSibling) break;
    }
  }
}
