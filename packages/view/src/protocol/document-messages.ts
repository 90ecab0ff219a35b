/** Messages between the page and its document worker. */

import type { PlanDescription } from "@usdkit/service-scene";
import type { CodeView, TextPlace } from "./code-view.ts";
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
  /** With the first rows of the tree. */
  | { readonly id: number; readonly view: DocumentView }
  /** The next rows: all at once would block the page. */
  | { readonly id: number; readonly rows: readonly TreeRow[] }
  /** The file cannot be read. */
  | { readonly id: number; readonly problem: string };

/** The view of a layer, except its image. */
export interface DocumentView extends CodeView {
  /** The text for the editor; null if the editor has it already, or if it is too long to show. */
  readonly text: string | null;
  /** Why the text cannot be edited: it was made from a binary file, or is too long; null if it can. */
  readonly readOnly: string | null;
  /** The bytes to draw: text, also of binary files. */
  readonly source: Uint8Array;
  /** Parents first; of a message, the first rows. */
  readonly tree: readonly TreeRow[];
  /** Number of prims beyond the limit of rows. */
  readonly hiddenPrims: number;
  readonly plan: PlanDescription;
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
