/** Findings and their fixes. */
import type { ByteRange } from "@usdkit/layer";
import type { TextEdit } from "@usdkit/usda";

/** The severity of a finding; an `error` makes `usda-lint` exit with 1. */
export type Severity = "info" | "warning" | "error";
/** The level of a rule: off, or a severity that replaces its default. */
export type Level = "off" | Severity;
/** Every level, the lowest first. */
export const levels: readonly Level[] = ["off", "info", "warning", "error"];

/** Effect of a violation: the service rejects the scene, silently ignores the part, or its behavior is undefined. */
export type Effect = "rejected" | "ignored" | "risky";

/** Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A change of the text that resolves a finding. */
export interface Fix {
  /** Description in the imperative: `Set the width to 4500`. */
  readonly title: string;
  /** A safe fix does not change the composed scene. */
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/** A related location that explains a finding. */
export interface RelatedPlace {
  readonly message: string;
  /** Identifier of the layer, if it is another one than that of the finding. */
  readonly layer?: string | undefined;
  readonly range: ByteRange;
  readonly start: Position;
  readonly end: Position;
  /** In a binary layer: the byte of the spec. */
  readonly offset?: number | undefined;
}

/** What a finding on a composed stage is about. */
export interface StageOfFinding {
  /** The root layer of the stage: of several stages with the finding the first one. Absent for a stage without a name. */
  readonly root?: string | undefined;
  /** Path of the prim on the stage; of several with the finding the first one. `/` for findings about the stage. */
  readonly prim: string;
  /** Number of prims of the stage that have the finding. */
  readonly count: number;
  /** Their paths, the first one included. */
  readonly prims: readonly string[];
  /** The selection of variants with which the stage has the finding, `/World/Chair{look=red}`; null for those of the stage. */
  readonly variants: string | null;
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
  /** Name of the property, if the finding is about one. */
  readonly property: string | null;
  /** Byte range in the source; empty and at 0 in a layer without source. */
  readonly range: ByteRange;
  readonly start: Position;
  readonly end: Position;
  /** In a binary file: the byte offset of the spec. Such a file has no lines: `start` and `end` are 1:1. */
  readonly offset?: number | undefined;
  readonly hint?: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
  /** For findings on a composed stage. */
  readonly stage?: StageOfFinding | undefined;
  /** The checks of other validators that report the same; absent if there are none. */
  readonly sameAs?: readonly string[] | undefined;
}

/** A finding as a rule reports it; the engine adds the rest. Without a range it refers to the file: line 1, column 1. */
export interface RuleFinding {
  readonly message: string;
  readonly range?: ByteRange | undefined;
  readonly primPath?: string | undefined;
  readonly property?: string | undefined;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly related?: readonly { readonly range: ByteRange; readonly message: string }[] | undefined;
  /** As a function if they take time to make: an editor asks for those of few findings. */
  readonly fixes?: readonly Fix[] | (() => readonly Fix[]) | undefined;
  /** If it differs from that of the rule; a level set by the user takes precedence. */
  readonly severity?: Severity | undefined;
  /** If it differs from that of the rule. */
  readonly effect?: Effect | undefined;
}
