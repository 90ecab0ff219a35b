import type { ByteRange } from "@usdkit/layer";
import type { Session } from "../../document/session.ts";
import type { SchemaContext } from "../../scene/document-context.ts";

export interface HoverContext extends SchemaContext {
  readonly session: Session;
}

/** Markdown about what is at a range. */
export interface HoverText {
  readonly markdown: string;
  readonly range: ByteRange;
}

/** Returns a hover, or undefined if the position does not apply: then the next provider is asked. */
export type HoverProvider = (context: HoverContext) => HoverText | undefined | Promise<HoverText | undefined>;
