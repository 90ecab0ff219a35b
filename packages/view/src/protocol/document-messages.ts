/** Messages between the page and its document worker. */

import type { PageSettings } from "./page-settings.ts";

/** From the page. */
export type DocumentRequest =
  /** A file as it is on disk, in any encoding. */
  | { readonly kind: "file"; readonly id: number; readonly bytes: Uint8Array }
  /** The content of the editor. */
  | { readonly kind: "text"; readonly id: number; readonly text: string }
  /** The settings of the linter, from now on; the last file or text is checked again. */
  | { readonly kind: "settings"; readonly settings: PageSettings };

/** To the page. */
export type DocumentReply =
  | { readonly id: number; readonly view: DocumentView }
  /** The file cannot be read. */
  | { readonly id: number; readonly problem: string };

/** The view of a layer, except its image. */
export interface DocumentView {
  /** The text for the editor; null if the editor has it already, or if it is too long to show. */
  readonly text: string | null;
  /** Why the text cannot be edited: it was made from a binary file, or is too long; null if it can. */
  readonly readOnly: string | null;
  /** The bytes to draw: text, also of binary files. */
  readonly source: Uint8Array;
  readonly findings: readonly FindingRow[];
  /** Includes findings beyond the limit. */
  readonly counts: FindingCounts;
  /** Number of findings that are not reported because they are in the baseline. */
  readonly inBaseline: number;
  /** Why findings of rules that are code are missing; null if none are. */
  readonly problem: string | null;
  readonly tree: readonly TreeRow[];
  /** Number of prims beyond the limit of rows. */
  readonly hiddenPrims: number;
  readonly plan: PlanView;
}

/** The findings of rules that are code. */
export type CodeView = Pick<DocumentView, "findings" | "counts" | "inBaseline" | "problem">;

/** Numbers of findings by severity. */
export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A position in the text: lines and columns from 1, columns in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A finding. */
export interface FindingRow {
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string | null;
  readonly primPath: string;
  readonly start: TextPlace;
  readonly end: TextPlace;
  readonly fixes: readonly FixRow[];
  /** True for a finding of a rule that is code, which the language server of the page does not know. */
  readonly isOfCode?: boolean | undefined;
}

/** A fix: edits of the text, offsets in UTF-16 units, in order. */
export interface FixRow {
  readonly title: string;
  readonly edits: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}

/** A row of the tree. */
export interface TreeRow {
  readonly kind: "prim" | "variantSet" | "variant";
  readonly path: string;
  readonly name: string;
  readonly typeName: string;
  /** `over`, `class`, `inactive`. */
  readonly notes: readonly string[];
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly start: TextPlace;
  /** The line that the statement ends on. */
  readonly endLine: number;
}

/** The parts of the scene that the service uses. */
export interface PlanView {
  readonly form: "scene" | "patch";
  readonly camera: { readonly path: string; readonly lines: readonly string[] } | null;
  readonly resolution: { readonly size: readonly [number, number]; readonly source: string } | null;
  readonly items: readonly {
    readonly path: string;
    readonly type: string;
    readonly meshId: string;
    readonly place: string;
  }[];
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
  readonly hiddenRows: number;
}
