/** Status messages of the rendering host: text messages among the frames. */
import { parseReply, streamCode, type StreamCodeEffect } from "@usdkit/contract";

/** One text message. Its text may contain any character: escape it before printing it. */
export interface StreamStatus {
  /** The code as written; undefined if the message has none or is not JSON. */
  readonly code: string | undefined;
  /** The specification's meaning of the code; undefined for an unknown code. */
  readonly meaning: string | undefined;
  /** The effect of the code on the connection; undefined if `meaning` is. */
  readonly effect: StreamCodeEffect | undefined;
  /** The whole message, truncated if it is very long; secrets are removed. */
  readonly text: string;
}

/** Maximum length of a status message. */
const MAX_JSON_LENGTH = 64 * 1024;
const MAX_TEXT_LENGTH = 2000;

/** Reads a text message of any content. `redact` removes secrets from it. */
export function readStatus(text: string, redact: (text: string) => string): StreamStatus {
  const code = text.length <= MAX_JSON_LENGTH ? readCode(text) : undefined;
  const known = code === undefined ? undefined : streamCode(code);
  const shown = cut(redact(text.slice(0, MAX_JSON_LENGTH)));
  return { code, meaning: known?.meaning, effect: known?.effect, text: shown };
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** The specification's codes are strings; a number is read as its decimal text. */
function readCode(text: string): string | undefined {
  let message: unknown;
  try {
    message = parseReply(text);
  } catch {
    return undefined;
  }
  if (typeof message !== "object" || message === null || !Object.hasOwn(message, "code")) return undefined;
  const { code } = message as { code: unknown };
  if (typeof code === "number" && Number.isSafeInteger(code)) return String(code);
  return typeof code === "string" && code.length <= MAX_CODE_LENGTH ? code : undefined;
}

const MAX_CODE_LENGTH = 100;
