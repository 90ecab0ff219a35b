/** What the rendering host says of itself, as text among the frames. */
import { streamCode, type StreamCodeEffect } from "@usdkit/contract";

/** One text message. Text of it may hold any character: escape it before showing it. */
export interface StreamStatus {
  /** As it is written; undefined if the message has none, or is not JSON. */
  readonly code: string | undefined;
  /** What the specification says that the code means; undefined for one that it does not name. */
  readonly meaning: string | undefined;
  /** What the code does to the connection; undefined as `meaning` is. */
  readonly effect: StreamCodeEffect | undefined;
  /** The whole message, cut where it is very long; secrets are taken out. */
  readonly text: string;
}

/** A status message is a line; what is longer is none. */
const MAX_JSON_LENGTH = 64 * 1024;
const MAX_TEXT_LENGTH = 2000;

/** Reads a text message, whatever it holds. `redact` takes secrets out of it. */
export function readStatus(text: string, redact: (text: string) => string): StreamStatus {
  const code = text.length <= MAX_JSON_LENGTH ? readCode(text) : undefined;
  const known = code === undefined ? undefined : streamCode(code);
  const shown = cut(redact(text.slice(0, MAX_JSON_LENGTH)));
  return { code, meaning: known?.meaning, effect: known?.effect, text: shown };
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** The specification's codes are strings; a number is read as the string that it is written as. */
function readCode(text: string): string | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== "object" || message === null || !Object.hasOwn(message, "code")) return undefined;
  const { code } = message as { code: unknown };
  if (typeof code === "number" && Number.isSafeInteger(code)) return String(code);
  return typeof code === "string" && code.length <= MAX_CODE_LENGTH ? code : undefined;
}

const MAX_CODE_LENGTH = 100;
