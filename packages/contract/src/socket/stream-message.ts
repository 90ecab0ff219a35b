import * as z from "zod";

/** A text message of a session: JSON (spec 6). A binary message is a JPEG frame. */
export interface StreamMessage {
  /** The event: {@link streamCode}. */
  readonly code: string;
}

/** Schema of a text message of a session. */
export const streamMessageSchema: z.ZodType<StreamMessage> = /*#__PURE__*/ z.looseObject({ code: z.string() });

/**
 * The effect of a code on the connection (spec 6): `success` makes it ready, `error` and `slave-exceeded`
 * end it, and `none` leaves it open: only one frame could not be rendered.
 */
export type StreamCodeEffect = "success" | "error" | "slave-exceeded" | "none";

/** A row of the table of codes. */
export interface StreamCode {
  readonly code: string;
  readonly meaning: string;
  readonly effect: StreamCodeEffect;
}

/** The codes of text messages (spec 6). */
export const streamCodes: readonly StreamCode[] = [
  { code: "0", meaning: "Initialized", effect: "success" },
  { code: "1000", meaning: "Node overloaded", effect: "error" },
  { code: "1001", meaning: "Initialization failed", effect: "error" },
  { code: "1003", meaning: "Slave limit exceeded", effect: "slave-exceeded" },
  { code: "2001", meaning: "Engine render error", effect: "none" },
  { code: "2002", meaning: "Engine process error", effect: "none" },
];

/** Returns the meaning of a code; undefined for a code that is not in the table. */
export function streamCode(code: string): StreamCode | undefined {
  return streamCodes.find((each) => each.code === code);
}
