/** The JSON of glTF files. */
import { AssetError } from "../errors/asset-error.ts";

/** Lists and objects in each other; nodes are no deeper for being below each other. What is deeper could not be written again. */
const MAX_NESTING = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Parses JSON.
 *
 * @param place where the JSON is in the file
 * @throws AssetError if it is not UTF-8 or not JSON, or is nested more deeply than 500 levels
 */
export function parseJson(bytes: Uint8Array, place: { readonly where: string; readonly offset?: number }): unknown {
  const deep = deepPlace(bytes);
  if (deep >= 0) {
    const message = `byte ${deep} of the JSON is nested more deeply than ${MAX_NESTING} lists and objects. Remove such extras.`;
    throw new AssetError("limit", message, place);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AssetError("malformed", "the JSON is not valid UTF-8.", { ...place, cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const message = `the JSON cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw new AssetError("malformed", message, { ...place, cause });
  }
}

/** Returns the first byte that is in too many lists and objects, -1 if there is none. */
function deepPlace(bytes: Uint8Array): number {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > MAX_NESTING) return i;
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
  }
  return -1;
}
