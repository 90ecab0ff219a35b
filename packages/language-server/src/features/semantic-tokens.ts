/** Token kinds that depend on the enclosing statement: prim types, value types, properties, fields. */
import { valueTypes } from "@usdkit/layer";
import { listOperationWords, reservedWords, tokenize, type TextToken } from "@usdkit/usda";
import type { SemanticTokens } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { bracketKind, readFrom, type OpenBracket } from "../syntax/cursor.ts";
import { ownerAt } from "../syntax/spec-at.ts";
import { onDocument, type Feature } from "./feature.ts";

/** The legend; the protocol's own names, in the order of their numbers. */
const TYPES = [
  "keyword",
  "class",
  "type",
  "property",
  "decorator",
  "string",
  "number",
  "comment",
  "variable",
  "operator",
] as const;
type TokenType = (typeof TYPES)[number];

/** Larger documents get tokens for what is visible alone. */
const MAX_FULL_BYTES = 1024 ** 2;
const SPECIFIERS: ReadonlySet<string> = new Set(["def", "over", "class"]);
const MODIFIERS: ReadonlySet<string> = new Set(["custom", "uniform", "varying", "config", "rel", "reorder"]);
const MAX_DEPTH = 1000;

export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: { legend: { tokenTypes: [...TYPES], tokenModifiers: [] }, full: true, range: true },
  },
  register(session) {
    const none: SemanticTokens = { data: [] };
    session.connection.languages.semanticTokens.on(
      onDocument(session, none, (document) => {
        const { length } = document.text.bytes;
        return length > MAX_FULL_BYTES ? none : tokensOf(document, 0, length);
      }),
    );
    session.connection.languages.semanticTokens.onRange(
      onDocument(session, none, (document, { range }) => {
        const { start, end } = document.text.bytesOf(range);
        return tokensOf(document, start, end);
      }),
    );
  },
};

/** Returns the tokens of `[start, end)`, relative to each other as the protocol wants them. */
function tokensOf({ text, layer }: DocumentState, start: number, end: number): SemanticTokens {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { token, type } of classify(
    text.bytes,
    start === 0 ? 0 : readFrom(ownerAt(layer, start), start).offset,
    end,
  )) {
    if (token.end <= start) continue;
    // A token of several lines is one a line.
    const last = text.lineAt(Math.max(token.start, token.end - 1));
    for (let at = text.lineAt(token.start); at <= last; at++) {
      const from = text.positionAt(Math.max(token.start, text.lineStarts[at]));
      const length = text.positionAt(Math.min(token.end, text.lineEnd(at))).character - from.character;
      if (length <= 0) continue;
      data.push(
        from.line - line,
        from.line === line ? from.character - character : from.character,
        length,
        TYPES.indexOf(type),
        0,
      );
      ({ line, character } = from);
    }
  }
  return { data };
}

const PLAIN_TYPES: Partial<Record<TextToken["type"], TokenType>> = {
  number: "number",
  string: "string",
  asset: "string",
  path: "variable",
  lineComment: "comment",
  blockComment: "comment",
};

function* classify(bytes: Uint8Array, from: number, end: number): Generator<{ token: TextToken; type: TokenType }> {
  const brackets: OpenBracket["kind"][] = [];
  let words: string[] = [];
  const outer: string[][] = [];
  for (const token of tokenize(bytes, from)) {
    if (token.start >= end) return;
    const type = PLAIN_TYPES[token.type];
    const frame = brackets.at(-1) ?? "statements";
    const isList = frame === "list" || frame === "tuple";
    if (token.isFirstOnLine && !isList && type !== "comment") words = [];
    if (type !== undefined) {
      yield { token, type };
      if (type !== "comment") words.push(token.type === "string" ? '"' : "");
      continue;
    }
    const text = new TextDecoder().decode(bytes.subarray(token.start, Math.min(token.end, token.start + 200)));
    if (token.type === "mark") {
      if ("{([".includes(text) && brackets.length < MAX_DEPTH) {
        brackets.push(bracketKind(text, frame, words));
        outer.push(words);
        words = [];
      } else if ("})]".includes(text)) {
        brackets.pop();
        words = outer.pop() ?? [];
        if (text === "}") words = [];
      } else if (text === ";") words = [];
      else {
        if (text === "=") yield { token, type: "operator" };
        words.push(text);
      }
      continue;
    }
    if (token.type !== "word") continue;
    yield { token, type: wordType(text, words, frame) };
    words.push(text);
  }
}

function wordType(text: string, words: readonly string[], frame: OpenBracket["kind"]): TokenType {
  const [first] = words;
  if (words.includes("=") || frame === "list" || frame === "tuple") return "keyword";
  if (frame === "metadata") return listOperationWords.has(text) ? "keyword" : "decorator";
  if (frame === "dictionary")
    return words.length === 0 && (valueTypes.has(text.replace(/\[\]$/, "")) || text === "dictionary")
      ? "type"
      : "property";
  if (SPECIFIERS.has(first)) return "class";
  if (words.length === 0 && (SPECIFIERS.has(text) || text === "variantSet")) return "keyword";
  if (words.every((word) => MODIFIERS.has(word) || listOperationWords.has(word))) {
    if (MODIFIERS.has(text) || (listOperationWords.has(text) && words.length === 0)) return "keyword";
    if (words.includes("rel")) return "property";
    if (first === "reorder" && reservedWords.has(text)) return "keyword";
    return "type";
  }
  return words.at(-1) === "." ? "keyword" : "property";
}
