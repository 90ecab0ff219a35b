import * as fc from "fast-check";
import { expect, test } from "vitest";
import { headWords, wordSeed } from "../../read/words.ts";
import { NameTable } from "../name-table.ts";
import { Scanner } from "../scanner.ts";
import { FLAG_ARRAY_SUFFIX, FLAG_COLON, FLAG_DOUBLE_COLON, TokenKind } from "../token-kinds.ts";
import { tokenKernel } from "./token-kernel.ts";

const NAME_FLAGS = FLAG_ARRAY_SUFFIX | FLAG_COLON | FLAG_DOUBLE_COLON;

/**
 * Sets what the scanner expects after an `=`, as the grammar does by the type of the property; returns how many numbers
 * an element has.
 */
function expectSomething(scanner: Scanner, choice: number): number {
  if (choice === 1) scanner.expectNumbers("double", 0, 0, true);
  else if (choice === 2) scanner.expectNumbers("float", 0, 3, true);
  else if (choice === 3) scanner.expectNumbers("double", 0, 2, false);
  else if (choice === 4) scanner.expectNumbers("double", 2, 2, false);
  else if (choice === 5) scanner.expectSamples("double", 0, 0, false);
  else if (choice === 6) scanner.expectEdit();
  else if (choice === 8) scanner.expectNumbers("int", 0, 0, true);
  else if (choice === 9) scanner.expectNumbers("int", 0, 3, false);
  else if (choice === 10) scanner.expectNumbers("uint", 0, 0, true);
  return [1, 1, 3, 2, 4, 1, 1, 1, 1, 3, 1][choice];
}

/**
 * All tokens of a text, one per line.
 *
 * @param sharedBytes lists of at most this many bytes are only checked; the kernel does so without decoding them
 */
function tokensOf(bytes: Uint8Array, hasKernel: boolean, sharedBytes: number): string[] {
  const names = new NameTable(wordSeed);
  const scanner = new Scanner(bytes, names, headWords, 1e6);
  scanner.kernel = hasKernel ? tokenKernel(bytes, names) : undefined;
  expect(scanner.kernel !== undefined).toBe(hasKernel);
  scanner.expected.lists.sharedBytes = sharedBytes;
  scanner.moveTo(0);
  const found: string[] = [];
  let isInSpline = false;
  let width = 1;
  do {
    scanner.next();
    const { kind, start, end, before, position } = scanner;
    let token = `${kind} ${start}-${end} ${position} ${before}`;
    if (kind === TokenKind.identifier) token += ` ${names.text(scanner.name)} ${scanner.flags & NAME_FLAGS}`;
    else if (kind === TokenKind.string || kind === TokenKind.asset) token += ` ${scanner.flags}`;
    else if (kind === TokenKind.numbers) {
      const { count } = scanner.expected;
      // Lists that are only checked share an array, which may be longer.
      token += ` ${String(scanner.expected.decoded(start)?.slice(0, count * width))} ${count}`;
    } else if (kind === TokenKind.samples) token += ` ${JSON.stringify(scanner.expected.samples)}`;
    else if (kind === TokenKind.invalid) token += ` ${scanner.problem}`;
    else if ([TokenKind.headWord, TokenKind.specifier, TokenKind.variantSet].includes(kind as 2)) {
      for (const word of scanner.words.slice(0, scanner.wordCount))
        token += ` ${names.text(word.name)} ${word.start}-${word.end} ${word.flags & NAME_FLAGS}`;
    }
    found.push(token);
    if (kind === TokenKind.equals) width = expectSomething(scanner, end % 11);
    // Now and then the parser continues elsewhere, or with other rules.
    if (kind === TokenKind.invalid && end % 3 === 0) scanner.moveTo(end);
    if (kind === TokenKind.semicolon && end % 5 === 0) isInSpline = !isInSpline;
    scanner.joinsWords = !isInSpline;
  } while (scanner.kind !== TokenKind.endOfFile);
  return found;
}

const part = fc.oneof(
  fc.constantFrom("def", "over", "variantSet", "float", "float[]", "float [ ]", "float[ ]", "x", "edit", "edit[1]"),
  fc.constantFrom("a:b", "a::b", "a:1", "a:", "a:b:", ":", "primvars:displayColor", "sixteen_letters_", "é", "naïve"),
  fc.constantFrom(
    "thirty_one_letters_of_one_name_",
    "thirty_two_letters_of_one_name__",
    "thirty_three_letters_of_one_nameX",
  ),
  fc.constantFrom(
    "1",
    "-1",
    "-0.5",
    ".5",
    "1.",
    "1.5.5",
    "1e5",
    "1.5e",
    "-",
    "-inf",
    "123456789012345",
    "1234567890123456",
  ),
  fc.constantFrom(
    '"text"',
    "'text'",
    '""',
    '"a\\"b"',
    '"""three\nlines"""',
    '"open',
    "'",
    '"[(<@"',
    '"a string of forty characters, no less ."',
  ),
  fc.constantFrom("@./a.usda@", "@@", "@@@a@@@", "@open", "</A/B.c>", "<>", "<open", "<</A>>"),
  fc.constantFrom("{", "}", "(", ")", "[", "]", "=", ";", ",", "&", ".", "+", "$", "\0"),
  fc.constantFrom("# comment [\n", "// comment\n", "/* block */", "/* open", "/"),
  fc.constantFrom(
    " = [1, 2, 3]",
    " = [(1, 2, 3), (4, 5, 6)]",
    " = (1, 2)",
    " = ( (1, 0), (0, 1) )",
    " = []",
    " = [ 1, 2",
  ),
  fc.constantFrom(' = ["a", "b"]', ' = [1, "a]", 2]', " = [1 # ]\n]", " = (1, (2)", " = [\n1,\n2,\n]", " = [[1], [2]]"),
  fc.constantFrom(" = {\n 1: 2,\n 2: 3\n}", " = { 1: None }", ' = {\n string a = "b"\n}', " = None", " = edit[1]"),
);
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(" ", "\n", "\n    ", "\n                      ") },
  { weight: 2, arbitrary: fc.constantFrom("", "  ", "\t", "\r\n", "\r", " \n", "\n\t", "\n\n", " /* x */ ", ";") },
);

/** Longer than two windows of the kernel, from few drawn parts: each comes at many distances to the edges. */
const text = fc
  .tuple(fc.array(fc.tuple(part, gap), { minLength: 5, maxLength: 80 }), fc.nat(99))
  .map(([drawn, skip]) => {
    let made = " ".repeat(skip);
    for (let i = 0; made.length < 40_000; i++) {
      const [token, space] = drawn[(i * 7 + (i >> 5)) % drawn.length] ?? ["", ""];
      // What is never closed would take the rest of the text.
      if (i % 97 > 90 || !/open|three/u.test(token)) made += token + space;
    }
    return made;
  });

test("tokens are those that JavaScript reads", () => {
  fc.assert(
    fc.property(text, (made) => {
      const bytes = new TextEncoder().encode(made);
      for (const sharedBytes of [0, 512])
        expect(tokensOf(bytes, true, sharedBytes)).toEqual(tokensOf(bytes, false, sharedBytes));
    }),
    { numRuns: 40 },
  );
});

test("arbitrary bytes are the same tokens", () => {
  const alphabet = new TextEncoder().encode("abz_09:=.-+e\"'@<>[](){},;#/* \t\n\r\\");
  const byte = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...alphabet) }, fc.nat(255));
  fc.assert(
    fc.property(fc.array(byte, { minLength: 200, maxLength: 400 }), (drawn) => {
      const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => drawn[(i + (i >> 9)) % drawn.length] ?? 0);
      for (const sharedBytes of [0, 512])
        expect(tokensOf(bytes, true, sharedBytes)).toEqual(tokensOf(bytes, false, sharedBytes));
    }),
    { numRuns: 30 },
  );
});

test.each([
  "custom uniform double[] x:y = [-1.5, 2, 3]",
  "point3f[] points = [(1, 2, 3), (4.5, 5, 6)]",
  'def Xform "Name" { rel x = </A/B.c> ; string y = "text" ; asset file = @./a.usda@ }',
])("tokens of `%s` are the same wherever a window ends", (statement) => {
  // Deep enough that the tokens of a window fit into the kernel's output, which then is read up to the window's end.
  const line = `\n${" ".repeat(60)}${statement}`;
  const different: number[] = [];
  for (let skip = 0; skip < line.length; skip++) {
    const bytes = new TextEncoder().encode(" ".repeat(skip) + line.repeat(Math.ceil(20_000 / line.length)));
    if (tokensOf(bytes, true, 512).join("\n") !== tokensOf(bytes, false, 512).join("\n")) different.push(skip);
  }
  expect(different).toEqual([]);
});

/** Numbers, separators and brackets in the commonest form and next to it. */
const numbers = fc
  .tuple(
    fc.constantFrom("[", "(", "[ ", "( ", "[\n", "(\n", "[\t"),
    fc.nat(3),
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom("1", "-2", "0", "0.5", "-12.25", "123456789", "12345678.5", "-0") },
          {
            weight: 2,
            arbitrary: fc.constantFrom(
              "1.",
              ".5",
              "1e3",
              "1234567890",
              "-",
              "123456789.5",
              "007",
              "0.12345678901234",
              "inf",
            ),
          },
        ),
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(", ") },
          { weight: 2, arbitrary: fc.constantFrom(",", ",\n    ", " , ", ",\t", ", \r\n", " ", ",,") },
        ),
      ),
      { minLength: 1, maxLength: 150 },
    ),
    fc.constantFrom("", "", " ", ",", "\n", ", ", "]", ")"),
  )
  .map(([open, columns, items, last]) => {
    let made = open;
    items.forEach(([number, separator], i) => {
      const isLast = i === items.length - 1;
      if (columns > 1 && i % columns === 0) made += "(";
      made += number;
      if (columns > 1 && (i % columns === columns - 1 || (isLast && last !== ")"))) made += ")";
      if (!isLast) made += separator;
    });
    return `${made}${last}${open.startsWith("[") ? "]" : ")"}`;
  });

test("lists and tuples of numbers that are only checked are the tokens that JavaScript reads", () => {
  let checked = 0;
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 3, maxLength: 12 }), (lists) => {
      let made = "";
      for (let i = 0; made.length < 17_000; i++) made += `${" ".repeat(i % 7)}a = ${lists[i % lists.length]}\n`;
      const bytes = new TextEncoder().encode(made);
      const tokens = tokensOf(bytes, true, 512);
      expect(tokens).toEqual(tokensOf(bytes, false, 512));
      checked += tokens.filter((token) => token.startsWith(`${TokenKind.numbers} `)).length;
    }),
    { numRuns: 75 },
  );
  expect(checked).toBeGreaterThan(500);
});

test("short lists and tuples in the commonest form are not decoded", () => {
  const statement = "a = [(1, 2, -3.5), (4.25, 5, 6)]\n";
  const bytes = new TextEncoder().encode(`${statement.repeat(600)}x`);
  const names = new NameTable(wordSeed);
  const scanner = new Scanner(bytes, names, headWords, 1e6);
  scanner.kernel = tokenKernel(bytes, names);
  scanner.expected.lists.sharedBytes = 512;
  scanner.moveTo(0);
  let [checked, all] = [0, 0];
  while (scanner.kind !== TokenKind.endOfFile) {
    if (scanner.kind === TokenKind.equals) scanner.expectNumbers("float", 0, 3, true);
    scanner.next();
    if (scanner.kind !== TokenKind.numbers) continue;
    all++;
    if (scanner.expected.numbers === null) checked++;
    expect([...(scanner.expected.decoded(scanner.start)?.slice(0, 6) ?? [])]).toEqual([1, 2, -3.5, 4.25, 5, 6]);
  }
  expect(all).toBe(600);
  // Others are at the end of a window.
  expect(checked).toBeGreaterThan(590);
});

test("a text of ordinary statements is read by the kernel alone", () => {
  const statement =
    'def Xform "A" {\n    uniform token[] order = ["a", "b"]\n    rel x = </A/B>\n    double y = -1.5\n}\n';
  const bytes = new TextEncoder().encode(statement.repeat(300));
  const names = new NameTable(wordSeed);
  const scanner = new Scanner(bytes, names, headWords, 1e6);
  scanner.kernel = tokenKernel(bytes, names);
  scanner.moveTo(0);
  let count = 0;
  for (let i = 0; scanner.kind !== TokenKind.endOfFile; i++) {
    const isKnown = (scanner.kernel?.seek(scanner.position, scanner.kind) ?? -1) >= 0;
    scanner.next();
    if (scanner.kind !== TokenKind.endOfFile) expect(isKnown).toBe(true);
    count = i;
  }
  expect(count).toBe(300 * 17);
});
