/** Fills the table of prims in a walk; rows of prims that an edit does not touch are copied from the table before it. */
import type { ByteRange, PrimSpec } from "@usdkit/layer";
import type { SceneVisitor, WalkStep } from "@usdkit/service-scene";
import type { Diagnostic, ReparseEdit } from "@usdkit/usda";
import type { ResolvedProfile } from "../model/profile.ts";
import type { Reported } from "./arrange-findings.ts";
import {
  IS_CAMERA,
  IS_DRAWN,
  IS_IGNORED_TYPE,
  IS_INACTIVE,
  IS_RENDER_SETTINGS,
  IS_UNDEFINED,
  type PrimTable,
} from "./prim-table.ts";

/** What an earlier check leaves for the next one. */
export interface Kept {
  readonly profile: ResolvedProfile;
  readonly table: PrimTable;
  /** Whether the text has comments of `usda-lint`. */
  readonly hasDirectives: boolean;
  readonly edit: ReparseEdit;
  /** Ranges of the new text in which statements may have changed. */
  readonly touched: readonly ByteRange[];
}

/** The parser stops at this many diagnostics: statements behind them are not comparable. */
const MANY_DIAGNOSTICS = 100;

/**
 * Returns the ranges of the new text in which statements may differ from those before an edit: the edit, and statements with
 * errors, whose ends depend on what follows. A prim outside of them has the same bytes, so the same content.
 */
export function touchedRanges(
  edit: ReparseEdit,
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): readonly ByteRange[] {
  if (Math.max(before.length, after.length) >= MANY_DIAGNOSTICS) return [{ start: 0, end: Number.POSITIVE_INFINITY }];
  const shift = edit.size - (edit.end - edit.start);
  const edited = { start: edit.start, end: edit.start + edit.size };
  const old = before.map(({ range: { start, end } }) => {
    if (end <= edit.start) return { start, end };
    if (start >= edit.end) return { start: start + shift, end: end + shift };
    return { start: Math.min(start, edit.start), end: Math.max(end + shift, edited.end) };
  });
  return [edited, ...old, ...after.map(({ range }) => range)];
}

const STATE = IS_UNDEFINED | IS_INACTIVE;
const NO_RULES: readonly number[] = [];

export class TableWalk {
  readonly visitor: SceneVisitor;
  readonly #table: PrimTable;
  readonly #kept: Kept | undefined;
  /** Rows of the prim and of those above it, the root prim first. */
  readonly #open: number[] = [];
  /** For each open row that of the same prim in the kept table, if there is one. */
  readonly #before: (number | undefined)[] = [];
  /** For each open row, and for the layer at 0, the kept rows below it; undefined if none is comparable. */
  readonly #children: (ReadonlyMap<number, number> | undefined)[] = [];
  #current = -1;
  /** What rules report on the visited prim; copied to the table in arrays without spare room, which many findings need. */
  readonly #reported: Reported[] = [];
  readonly #notedBy: number[] = [];

  constructor(table: PrimTable, kept: Kept | undefined) {
    this.#table = table;
    this.#kept = kept;
    this.#children.push(kept?.table.childrenOf(-1));
    this.visitor = {
      prim: ({ typeName }, { definition }) => {
        if (definition === undefined) {
          if (typeName !== "") this.#addFlags(IS_IGNORED_TYPE);
        } else if (definition.role === "camera") this.#addFlags(IS_CAMERA);
        else if (definition.role === "renderSettings") this.#addFlags(IS_RENDER_SETTINGS);
        else if (definition.role !== "container") this.#addFlags(IS_DRAWN);
      },
      undefinedPrim: () => this.#addFlags(IS_UNDEFINED),
      inactivePrim: () => this.#addFlags(IS_INACTIVE),
      // With it, the walk also visits what does not count.
      spec: () => {},
    };
  }

  /** Adds a finding to the visited prim; returns false if none is visited. */
  report(reported: Reported): boolean {
    if (this.#current < 0) return false;
    this.#reported.push(reported);
    return true;
  }

  /** Adds a rule that notes the visited prim; returns false if none is visited. */
  note(index: number): boolean {
    if (this.#current < 0) return false;
    if (!this.#notedBy.includes(index)) this.#notedBy.push(index);
    return true;
  }

  /** Adds the rows of a prim that did not change, or a new row. */
  begin(prim: PrimSpec, depth: number): WalkStep {
    this.#closeFrom(depth);
    const { start, end } = prim.range ?? { start: 0, end: 0 };
    const kept = this.#kept;
    const siblings = kept === undefined ? undefined : this.#childrenAt(depth);
    const shift =
      kept === undefined || start < kept.edit.start ? 0 : kept.edit.size - (kept.edit.end - kept.edit.start);
    const before = siblings?.get(start - shift);
    if (kept !== undefined && before !== undefined && kept.table.endOf(before) + shift === end) {
      if (start < end && !kept.touched.some((range) => start <= range.end && range.start <= end)) {
        this.#table.copy(kept.table, before, shift);
        return "skip";
      }
    }
    const row = this.#table.add(start, end, prim.name, prim.typeName);
    const above = this.#open.at(-1);
    if (above !== undefined) this.#table.setFlags(row, this.#table.flagsOf(above) & STATE);
    this.#open.push(row);
    this.#before.push(before);
    this.#current = row;
    return "visit";
  }

  /** After the walk. */
  end(): void {
    this.#closeFrom(0);
  }

  #closeFrom(depth: number): void {
    if (this.#reported.length > 0 || this.#notedBy.length > 0) {
      const notedBy = this.#notedBy.length === 0 ? NO_RULES : this.#notedBy.slice();
      this.#table.setFindings(this.#current, this.#reported.slice(), notedBy);
      this.#reported.length = 0;
      this.#notedBy.length = 0;
    }
    this.#current = -1;
    for (let i = this.#open.length - 1; i >= depth; i--) {
      const row = this.#open[i];
      this.#table.setSize(row, this.#table.length - row);
    }
    this.#open.length = Math.min(this.#open.length, depth);
    this.#before.length = this.#open.length;
    this.#children.length = Math.min(this.#children.length, depth + 1);
  }

  /** Returns the kept rows at a depth, if the prim above them has the same head as before. */
  #childrenAt(depth: number): ReadonlyMap<number, number> | undefined {
    if (this.#children.length > depth) return this.#children[depth];
    const row = this.#open[depth - 1];
    const before = this.#before[depth - 1];
    const kept = this.#kept?.table;
    const isSame =
      kept !== undefined &&
      before !== undefined &&
      kept.nameOf(before) === this.#table.nameOf(row) &&
      kept.typeOf(before) === this.#table.typeOf(row) &&
      kept.flagsOf(before) === this.#table.flagsOf(row);
    const children = isSame ? kept.childrenOf(before) : undefined;
    this.#children.push(children);
    return children;
  }

  #addFlags(flags: number): void {
    this.#table.setFlags(this.#current, this.#table.flagsOf(this.#current) | flags);
  }
}
