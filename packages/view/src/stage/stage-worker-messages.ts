/** Messages between a page and the worker that composes stages of the page's own files. */
import type { LocatedRequest } from "./stage-sessions.ts";
import type { StageReply } from "../protocol/stage-messages.ts";

/** From the page. */
export type StageWorkerRequest =
  /** A file that stages may consist of. Has no reply. */
  | { readonly kind: "file"; readonly location: string; readonly bytes: Uint8Array }
  | { readonly kind: "ask"; readonly id: number; readonly request: LocatedRequest };

/** To the page. */
export type StageWorkerReply =
  | { readonly id: number; readonly reply: StageReply }
  /** A fault of the program. */
  | { readonly id: number; readonly fault: string };
