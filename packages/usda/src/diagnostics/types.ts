/** Findings of the parser: what was expected, what was found, and where. */
import type { ByteRange } from "@usdkit/layer";

/** Codes of everything that can be wrong with a text. The codes are a public contract: add, never rename. */
export type DiagnosticCode =
  // the whole text
  | "USDA_HEADER"
  | "USDA_ENCODING"
  | "USDA_MERGE_CONFLICT"
  | "USDA_LIMIT_SIZE"
  | "USDA_LIMIT_NESTING"
  | "USDA_LIMIT_TOKEN"
  | "USDA_LIMIT_DIAGNOSTICS"
  // tokens
  | "USDA_CHARACTER"
  | "USDA_STRING_UNTERMINATED"
  | "USDA_ASSET_UNTERMINATED"
  | "USDA_PATH_UNTERMINATED"
  | "USDA_COMMENT_UNTERMINATED"
  | "USDA_NUMBER"
  // grammar
  | "USDA_UNEXPECTED"
  | "USDA_STATEMENT_END"
  | "USDA_NEWLINE"
  | "USDA_SPACE"
  | "USDA_UNCLOSED_BRACE"
  | "USDA_UNCLOSED_PARENTHESIS"
  | "USDA_UNCLOSED_BRACKET"
  | "USDA_UNMATCHED_BRACE"
  | "USDA_MISPLACED"
  | "USDA_EMPTY"
  // names and paths
  | "USDA_NAME"
  | "USDA_PATH"
  // values
  | "USDA_TYPE_UNKNOWN"
  | "USDA_VALUE_TYPE"
  | "USDA_VALUE_RANGE"
  | "USDA_VALUE_SHAPE"
  | "USDA_FIELD"
  | "USDA_FIELD_VALUE"
  | "USDA_LIST_OPERATION"
  | "USDA_SPLINE"
  | "USDA_ARRAY_EDIT"
  // specs
  | "USDA_DUPLICATE_PRIM"
  | "USDA_DUPLICATE_ITEM"
  | "USDA_TYPE_CHANGED"
  | "USDA_VARIABILITY_CHANGED";

/** A related range that explains a diagnostic: the open brace, or the first prim of that name. */
export interface RelatedRange {
  readonly range: ByteRange;
  readonly message: string;
}

/** One finding. Lines and columns count from 1, columns in UTF-16 units. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** One sentence: what was found and what was expected. Text of the file is escaped in it. */
  readonly message: string;
  readonly range: ByteRange;
  readonly line: number;
  readonly column: number;
  /** The prim (or variant) that contains the finding; `/` outside of any. */
  readonly primPath: string;
  /** How to fix it, if that adds something to the message. */
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedRange[] | undefined;
}
