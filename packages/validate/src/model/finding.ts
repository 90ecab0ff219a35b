/** Findings, and the fixes of them. */
import type { ByteRange } from "@usdkit/layer";
import type { TextEdit } from "@usdkit/usda";

/** How bad a finding is; an `error` makes `usda-lint` exit with 1. */
export type Severity = "info" | "warning" | "error";
/** What a rule can be set to: off, or a severity in place of its own. */
export type Level = "off" | Severity;
/** Every level, the mildest first. */
export const levels: readonly Level[] = ["off", "info", "warning", "error"];

/** What the service does with a scene that breaks the rule: rejects it, ignores the part silently, or something undefined. */
export type Effect = "rejected" | "ignored" | "risky";

/** Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A change of the text that resolves a finding. */
export interface Fix {
  /** What it does, in the imperative: `Set the width to 4500`. */
  readonly title: string;
  /** A safe fix does not change the composed scene. */
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/** Another place of the same file that explains a finding. */
export interface RelatedPlace {
  readonly message: string;
  readonly range: ByteRange;
  readonly start: Position;
  readonly end: Position;
}

/** A violation of a rule, with its location. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly effect: Effect | null;
  /** One sentence. Text of the file in it may hold any character: escape it before showing it. */
  readonly message: string;
  /** The parser's own code, for findings that come from it. */
  readonly code: string | null;
  /** `/` if the finding is about the file. */
  readonly primPath: string;
  /** The property that it is about. */
  readonly property: string | null;
  /** Bytes of the source; empty and at 0 in a layer that has none. */
  readonly range: ByteRange;
  readonly start: Position;
  readonly end: Position;
  /** In a binary file: the byte of the spec. There are no lines then, `start` and `end` are 1:1. */
  readonly offset?: number | undefined;
  readonly hint?: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
}

/** A finding as a rule reports it; the engine adds the rest. Without a range it is about the file: line 1, column 1. */
export interface RuleFinding {
  readonly message: string;
  readonly range?: ByteRange | undefined;
  readonly primPath?: string | undefined;
  readonly property?: string | undefined;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly related?: readonly { readonly range: ByteRange; readonly message: string }[] | undefined;
  readonly fixes?: readonly Fix[] | undefined;
  /** If it differs from that of the rule; a level set by the user still wins. */
  readonly severity?: Severity | undefined;
  /** If it differs from that of the rule. */
  readonly effect?: Effect | undefined;
}
