/** Messages between the page of a preview in an editor and the editor's extension. */
import type { DrawnFile } from "./draw-messages.ts";

/** From the extension. */
export type ToPreview =
  /** Another document: its first text sets the view, unless the page has a state for it. */
  | { readonly kind: "open"; readonly state: PreviewState }
  /** The whole text. The page replies `loaded`; the extension then sends the next one. */
  | { readonly kind: "text"; readonly text: string }
  /** The cursor is in this prim. */
  | { readonly kind: "select"; readonly path: string | null }
  /** The prim is to fill the image. */
  | { readonly kind: "frame"; readonly path: string | null }
  | { readonly kind: "asset"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A file of the stage; without bytes if it has the known version, or does not exist, which has the version "". */
  | {
      readonly kind: "layer";
      readonly id: number;
      readonly bytes: Uint8Array<ArrayBuffer> | null;
      readonly version: string;
    }
  /** The reason why there is no such asset, or the file cannot be read, for the user. */
  | { readonly kind: "asset" | "layer"; readonly id: number; readonly problem: string }
  /** Files of assets have changed. */
  | { readonly kind: "forget-assets" }
  /** Files of the stage have changed. */
  | { readonly kind: "files-changed" }
  /** A message about the document for the user; null: the previous one is obsolete. */
  | { readonly kind: "problem"; readonly problem: string | null };

/** To the extension. */
export type FromPreview =
  /** The page was loaded and has nothing to show. */
  | { readonly kind: "ready" }
  /** The last text was read, or cannot be. */
  | { readonly kind: "loaded" }
  /** The user clicked on a prim, or on the background. */
  | { readonly kind: "pick"; readonly path: string | null }
  /** The user wants to see a line of a layer of the stage, by its absolute path with `/`. */
  | { readonly kind: "place"; readonly location: string; readonly line: number }
  | { readonly kind: "asset"; readonly id: number; readonly meshId: string }
  /** A file of the stage by its absolute path with `/`, and the known version; "" for none. */
  | { readonly kind: "layer"; readonly id: number; readonly location: string; readonly version: string };

/** What a preview is restored from. */
export interface PreviewState {
  /** The document's URI. */
  readonly uri: string;
  /** How its stage is composed; undefined if its files cannot be read. */
  readonly file?: DrawnFile | undefined;
  /** Whether the preview stays at its document when another editor becomes active. */
  readonly isLocked: boolean;
}
