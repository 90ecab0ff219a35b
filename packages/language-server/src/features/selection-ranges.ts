/** What "expand selection" takes in: token, brackets, statement, prim, parents. */
import type { ByteRange } from "@usdkit/layer";
import { tokenize, type TextToken } from "@usdkit/usda";
import type { SelectionRange } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { cursorAt } from "../syntax/cursor.ts";
import { specAt, statementAt } from "../syntax/spec-at.ts";
import { onDocument, type Feature } from "./feature.ts";

const OPENS = [40, 91, 123];
const CLOSES = [41, 93, 125];

export const selectionRanges: Feature = {
  capabilities: { selectionRangeProvider: true },
  register(session) {
    session.connection.onSelectionRanges(
      onDocument(session, null, (document, { positions }) =>
        positions.map((position) => selectionAt(document, document.offsetAt(position))),
      ),
    );
  },
};

/** Returns the chain of ranges around an offset, the smallest first. */
function selectionAt(document: DocumentState, offset: number): SelectionRange {
  const { text, layer } = document;
  const around: ByteRange[] = [{ start: 0, end: text.bytes.length }];
  const cursor = cursorAt(layer, offset);
  const spec = specAt(layer, offset);
  for (let at = spec; at.specType !== "pseudoRoot"; at = at.parent) {
    const statement =
      at.specType === "attribute" || at.specType === "relationship" ? statementAt(at, offset) : at.range;
    if (statement !== undefined) around.push(statement);
  }
  const ends = closingBrackets(text.bytes, cursor.token?.end ?? offset, cursor.brackets.length);
  for (const [index, { start }] of cursor.brackets.toReversed().entries()) {
    const end = ends[index] ?? text.bytes.length;
    around.push({ start, end }, { start: start + 1, end: index < ends.length ? end - 1 : end });
  }
  const token = cursor.token ?? tokenFrom(text.bytes, offset);
  if (token !== undefined) {
    const { start, end, type } = token;
    around.push({ start, end });
    if (type === "string" || type === "asset" || type === "path") {
      const marks = end - start > 5 && text.bytes[start] === text.bytes[start + 1] ? 3 : 1;
      around.push({ start: start + marks, end: end - marks });
    }
  }
  const chain = around
    .filter(({ start, end }) => start <= offset && offset <= end)
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  let selection: SelectionRange = { range: text.rangeOf(chain[0]) };
  let last = chain[0];
  for (const range of chain.slice(1)) {
    // Each must be within the one before, and differ.
    if (range.start < last.start || range.end > last.end) continue;
    if (range.start === last.start && range.end === last.end) continue;
    selection = { range: text.rangeOf(range), parent: selection };
    last = range;
  }
  return selection;
}

/** Returns the token that begins at the cursor; brackets are selected with what is in them. */
function tokenFrom(bytes: Uint8Array, offset: number): TextToken | undefined {
  const [token] = tokenize(bytes, offset);
  return token?.start === offset && token.type !== "mark" ? token : undefined;
}

/** Returns the offsets after the brackets that close those open at `from`, the innermost first; fewer if the text ends before. */
function closingBrackets(bytes: Uint8Array, from: number, count: number): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (const token of count === 0 ? [] : tokenize(bytes, from)) {
    if (token.type !== "mark") continue;
    const byte = bytes[token.start];
    if (OPENS.includes(byte)) depth++;
    else if (CLOSES.includes(byte) && --depth < 0) {
      ends.push(token.end);
      depth = 0;
      if (ends.length === count) break;
    }
  }
  return ends;
}
