/** Composition errors: what went wrong, for which prim, and the statement that caused it. */
import { specOffset } from "@usdkit/usdc";
import type { Statement } from "./statement.ts";

/** The kinds of composition errors. */
export type CompositionErrorCode =
  | "ARC_CYCLE"
  | "ARC_LIMIT"
  | "ARC_TO_PROHIBITED_CHILD"
  | "CONFLICTING_RELOCATES"
  | "EXPRESSION"
  | "INCONSISTENT_PROPERTY_TYPE"
  | "INVALID_PRIM_PATH"
  | "INVALID_REFERENCE_OFFSET"
  | "INVALID_RELOCATE"
  | "INVALID_SUBLAYER_OFFSET"
  | "MISSING_LAYER"
  | "MISSING_SUBLAYER"
  | "OPINION_AT_RELOCATION_SOURCE"
  | "SAME_TARGET_RELOCATES"
  | "SUBLAYER_CYCLE"
  | "SUBLAYER_LIMIT"
  | "SUBLAYER_OWNERSHIP"
  | "TARGET_IN_CLASS_INSTANCE"
  | "TARGET_OUTSIDE_OF_ARC"
  | "UNRESOLVED_PRIM_PATH";

/** A problem of composition. The rest of the stage is composed. */
export interface CompositionError {
  readonly code: CompositionErrorCode;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly statement?: Statement | undefined;
  /** The reference, payload or sublayer that the error is about. */
  readonly target?: ArcTarget | undefined;
}

/** Where a reference, payload or sublayer leads, as authored; expressions are evaluated. */
export interface ArcTarget {
  /** "" for the layer stack of the arc itself. */
  readonly asset: string;
  /** "" for the default prim, and for sublayers. */
  readonly primPath: string;
  /** Why there is no layer, for `MISSING_LAYER` and `MISSING_SUBLAYER`; "" if there is no such file. */
  readonly problem?: string | undefined;
}

/** Where a statement is. */
export interface StatementPlace {
  /** Identifier of the layer. */
  readonly layer: string;
  /** Counted from 1; null in crates. */
  readonly line: number | null;
  /** Counted from 1, in UTF-16 units; null in crates. */
  readonly column: number | null;
  /** Byte of the file; null in layers that a program built. */
  readonly offset: number | null;
}

/** Returns the line and column, or the byte, of a statement. */
export function placeOf({ layer, range, spec }: Statement): StatementPlace {
  const { identifier, opened } = layer;
  if (opened === undefined) return { layer: identifier, line: null, column: null, offset: null };
  const at = range?.start ?? spec?.range?.start;
  if (opened.encoding === "usdc" || at === undefined) {
    const offset = spec === undefined ? undefined : specOffset(spec);
    return { layer: identifier, line: null, column: null, offset: offset ?? null };
  }
  const source = opened.bytes;
  let line = 1;
  let begin = 0;
  for (let i = source.indexOf(LINE_FEED); i >= 0 && i < at; i = source.indexOf(LINE_FEED, i + 1)) {
    line++;
    begin = i + 1;
  }
  const column = new TextDecoder().decode(source.subarray(begin, at)).length + 1;
  return { layer: identifier, line, column, offset: at };
}

const LINE_FEED = 0x0a;
