/** The first line: `#usda 1.0`. */
import { decodeUtf8 } from "@usdkit/base";

export interface Header {
  /** `1.0`; "" if there is no readable version. */
  readonly version: string;
  /** Position after the header's line. */
  readonly end: number;
  /** The problem of the header, and how to fix it. */
  readonly problem?: { readonly message: string; readonly start: number; readonly end: number; readonly hint: string };
}

const MARK = "#usda ";
const VERSION = /^(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?$/;
const HINT = "Begin the file with `#usda 1.0`.";
const LONGEST = 200;

/** Reads the header line, which ends with a line feed (a carriage return alone does not end it). */
export function readHeader(bytes: Uint8Array): Header {
  let end = bytes.indexOf(10);
  if (end < 0) end = bytes.length;
  const line = decodeUtf8(bytes, 0, Math.min(end, LONGEST)).replace(/[ \t\r\n]{1,200}$/, "");
  if (!line.startsWith(MARK) && line !== MARK.trimEnd()) {
    const begins = bytes.length === 0 ? "The file is empty" : "The file does not begin with `#usda` and a version";
    // Without a header the text is read from its beginning, unless its first line seems to be a header.
    const isHeaderLike = bytes[0] === 35;
    return {
      version: "",
      end: isHeaderLike ? end : bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0,
      problem: { message: `${begins}.`, start: 0, end: Math.min(end, LONGEST), hint: HINT },
    };
  }
  let start = MARK.length;
  while (line[start] === " ") start++;
  const text = (/^[^ \t\0]*/.exec(line.slice(start)) as RegExpExecArray)[0];
  const match = VERSION.exec(text);
  const problem = match === null ? `\`${printable(text)}\` is not a version` : versionProblem(match);
  if (problem === undefined) return { version: text, end };
  return {
    version: "",
    end,
    problem: { message: `${problem}.`, ...versionRange(bytes, start, text.length), hint: HINT },
  };
}

/** The range of the version, or of the mark that it is missing after. */
function versionRange(bytes: Uint8Array, start: number, length: number): { start: number; end: number } {
  return length > 0 && start + length <= bytes.length
    ? { start, end: start + length }
    : { start: 0, end: MARK.length - 1 };
}

function versionProblem(match: RegExpExecArray): string | undefined {
  const [major, minor, patch] = [match[1], match[2], match[3] ?? "0"].map(Number);
  if (major > 255 || minor > 255 || patch > 255) return "A part of the version is above 255";
  if (major === 1 && (minor < 4 || (minor === 4 && patch === 0))) return undefined;
  return `Version ${major}.${minor}${match[3] === undefined ? "" : `.${patch}`} is not supported: 1.0 to 1.4 are`;
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
