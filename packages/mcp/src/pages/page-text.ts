/** Pages of a text, by lines. */
import { jsonBytes, takePage, type PageRequest } from "./page.ts";

/** A part of a text. */
export interface TextPage {
  readonly text: string;
  readonly next?: string;
}

/** Returns the lines of a text that fit. */
export function pageText(text: string, request: PageRequest): TextPage {
  const lines = text === "" ? [] : text.split(/(?<=\n)/u);
  const { rows, next } = takePage(lines, request, (line) => jsonBytes(line));
  return { text: rows.join(""), ...(next !== undefined && { next }) };
}
