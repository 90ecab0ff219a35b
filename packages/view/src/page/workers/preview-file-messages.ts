/** Messages between a page and its draw worker if the worker cannot request files itself. */
import type { WasmFile } from "../../protocol/wasm-files.ts";

/** The name of a worker that composes stages. */
export const STAGE_WORKER = "stage";

/** The first message of a page whose files come over a port. */
export interface StartPreviewDrawing {
  readonly kind: "start";
  /** Takes a {@link FileRequest} and answers with a {@link FileReply}. */
  readonly files: MessagePort;
  /** URL of the script of a thread. */
  readonly thread: string;
}

/** The first message of a page to the worker that composes its stages. */
export interface StartPreviewStages {
  readonly kind: "start";
  /** As of {@link StartPreviewDrawing}. */
  readonly files: MessagePort;
}

/** Files of stages may have changed. Has no reply. */
export interface FilesChanged {
  readonly kind: "files-changed";
}

/** A request for an asset, for a file of a stage, or for a file of the page. */
export type FileRequest =
  | { readonly id: number; readonly meshId: string }
  /** An absolute path with `/`, and the known version; "" for none. */
  | { readonly id: number; readonly layer: string; readonly version: string }
  | { readonly id: number; readonly wasm: WasmFile };

/** The file, or the reason why there is none, for the user. */
export type FileReply =
  /** Bytes are null of a layer that has the known version, or that does not exist, which has the version "". */
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | null; readonly version?: string }
  | { readonly id: number; readonly problem: string };
