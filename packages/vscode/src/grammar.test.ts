// The grammar agrees with the scanner: strings, asset paths, paths and comments are where the scanner has them, and the words that
// begin statements are keywords.

import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseUsda, tokenize } from "@usdkit/usda";
import { beforeAll, expect, test } from "vitest";
import type * as Oniguruma from "vscode-oniguruma";
import type * as TextMate from "vscode-textmate";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma") as typeof Oniguruma;
const textmate = require("vscode-textmate") as typeof TextMate;

const root = resolve(import.meta.dirname, "../../..");
const MAX_FILES = 60;
const MAX_BYTES = 60_000;

let grammar: TextMate.IGrammar;

beforeAll(async () => {
  const wasm = readFileSync(join(require.resolve("vscode-oniguruma"), "../onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => {
      const path = join(import.meta.dirname, "../syntaxes/usda.tmLanguage.json");
      return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
    },
  });
  const loaded = await registry.loadGrammar("source.usda");
  if (loaded === null) throw new Error("no grammar");
  grammar = loaded;
});

/** One letter for each character: `s` string, `a` asset, `p` path, `c` comment, `k` keyword, `.` anything else. */
function byGrammar(lines: readonly string[]): string[] {
  let state = textmate.INITIAL;
  return lines.map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    let letters = "";
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      letters += letterOf(scopes.join(" ")).repeat(Math.max(0, Math.min(endIndex, line.length) - startIndex));
    }
    return letters;
  });
}

function letterOf(scopes: string): string {
  if (scopes.includes("comment.")) return "c";
  if (scopes.includes("string.other.asset")) return "a";
  if (scopes.includes("string.other.path")) return "p";
  if (scopes.includes("string.quoted")) return "s";
  return /storage\.|keyword\./.test(scopes) ? "k" : ".";
}

const LETTERS: Readonly<Record<string, string>> = {
  string: "s",
  asset: "a",
  path: "p",
  lineComment: "c",
  blockComment: "c",
};
const HEADS = new Set(["def", "over", "class", "variantSet"]);

function byScanner(text: string, lines: readonly string[]): string[] {
  const bytes = new TextEncoder().encode(text);
  const letters = lines.map((line) => Array.from(line.split(""), () => "."));
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const isAscii = bytes.length === text.length;
  const decoder = new TextDecoder();
  const unitOf = (offset: number): number => (isAscii ? offset : decoder.decode(bytes.subarray(0, offset)).length);
  let line = 0;
  for (const token of tokenize(bytes)) {
    const word =
      token.type === "word" && token.isFirstOnLine ? decoder.decode(bytes.subarray(token.start, token.end)) : "";
    const letter = HEADS.has(word) ? "k" : LETTERS[token.type];
    if (letter === undefined) continue;
    const end = unitOf(token.end);
    for (let at = unitOf(token.start); at < end; at++) {
      while (at >= (starts[line + 1] ?? Infinity)) line++;
      const character = at - (starts[line] ?? 0);
      if (character < (letters[line]?.length ?? 0)) letters[line][character] = letter;
    }
  }
  return letters.map((each) => each.join(""));
}

/** Lines with their letters: by the grammar, and by the scanner. */
function both(text: string): readonly [grammar: string[], scanner: string[]] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const ours = byGrammar(lines);
  const scanned = byScanner(lines.join("\n"), lines);
  // Of keywords, those of heads are compared: words within a statement are the server's.
  const found = ours.map((letters, i) =>
    Array.from(letters, (letter, at) => (letter === "k" && scanned[i]?.[at] !== "k" ? "." : letter)).join(""),
  );
  const shown = (letters: readonly string[]): string[] =>
    lines.slice(1).map((line, i) => `${line}\n${letters[i + 1] ?? ""}`);
  return [shown(found), shown(scanned)];
}

const corpus = [
  ...globSync("test/{scenes,false-alarms}/**/*.usda", { cwd: root }).map((file) => join(root, file)),
  ...sharedFiles(),
];

function sharedFiles(): string[] {
  const shared = resolve(root, "../shared");
  if (!existsSync(shared)) {
    console.log("The shared conformance files are absent: only those of this repository are compared.");
    return [];
  }
  return globSync("**/*.usda", { cwd: shared })
    .toSorted()
    .map((file) => join(shared, file));
}

test("strings, paths, comments and heads are where the scanner has them, in every file that parses", () => {
  let count = 0;
  // Every so many, so that all folders are among them.
  const step = Math.max(1, Math.floor(corpus.length / (MAX_FILES * 2)));
  for (let i = 0; i < corpus.length && count < MAX_FILES; i += step) {
    const bytes = readFileSync(corpus[i]);
    if (bytes.length > MAX_BYTES || !parseUsda(bytes).ok) continue;
    const text = bytes.toString("utf8");
    if (/\r(?!\n)/.test(text)) continue;
    const [grammarLines, scannerLines] = both(text);
    expect(grammarLines).toEqual(scannerLines);
    count++;
  }
  expect(count).toBeGreaterThan(10);
});

test.each([
  'def "A"\n{\n    string s = "a\\"b" # c "no string"\n}\n',
  "def \"A\"\n{\n    string s = '''one # no comment\n\"two\" <three>'''\n    asset a = @@@x@y@@@\n}\n",
  'def "A"\n{\n    asset a = @b # c@ // d\n    rel r = </A/B{v=x}C.d> /* e\n f */\n}\n',
  'def Xform "A" (\n    doc = """a\nb"""\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
])("%j", (text) => {
  const [grammarLines, scannerLines] = both(`#usda 1.0\n${text}`);
  expect(grammarLines).toEqual(scannerLines);
});
