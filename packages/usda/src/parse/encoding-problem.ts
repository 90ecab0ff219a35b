/** Everything after the header's line must be UTF-8, without a byte order mark. */
import { firstInvalidUtf8 } from "@usdkit/base";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";

const SAVE_WITHOUT_MARK = "Save the file as UTF-8 without a byte order mark.";

/** Returns the finding for text that is not UTF-8 from `from` on, if there is one. */
export function encodingProblem(bytes: Uint8Array, from: number): RawDiagnostic | undefined {
  if (isUtf16(bytes)) {
    return problem({ start: 0, end: 2 }, "The file is encoded in UTF-16; USDA is UTF-8.", SAVE_WITHOUT_MARK);
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return problem({ start: 0, end: 3 }, "The file begins with a byte order mark.", SAVE_WITHOUT_MARK);
  }
  const body = bytes.subarray(from);
  if (isUtf8(body)) return undefined;
  const bad = from + firstInvalidUtf8(body);
  const shown = bytes[bad].toString(16).padStart(2, "0");
  return problem(
    { start: bad, end: bad + 1 },
    `The byte 0x${shown} is not valid UTF-8 here.`,
    "Save the file as UTF-8.",
  );
}

function problem(range: { start: number; end: number }, message: string, hint: string): RawDiagnostic {
  return { code: "USDA_ENCODING", message, ...range, primPath: "/", hint };
}

/** Returns whether the text begins with a UTF-16 byte order mark, in either byte order. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

type BufferModule = { isUtf8(bytes: Uint8Array): boolean };

export function isUtf8(bytes: Uint8Array): boolean {
  const host = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const native = host.process?.getBuiltinModule?.("node:buffer") as BufferModule | undefined;
  return native?.isUtf8 === undefined ? firstInvalidUtf8(bytes) < 0 : native.isUtf8(bytes);
}
