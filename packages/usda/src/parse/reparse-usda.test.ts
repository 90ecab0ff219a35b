// Campaign: 20,000 sequences of edits, each text reparsed and compared with a full parse

// The law of reparsing an edited text: the result equals that of parsing it from the beginning.

import { encodeUtf8 } from "@usdkit/base";
import { dumpLayer } from "@usdkit/layer";
import type { ByteRange, Layer, Spec } from "@usdkit/layer";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { errorRows } from "../test-support/error-rows.ts";
import { parseUsda, type ParseResult } from "./parse-usda.ts";
import { reparseUsda, type ReparseEdit } from "./reparse-usda.ts";

const SCENE = `#usda 1.0
(
    defaultPrim = "World"
    upAxis = "Y"
)

# A room.
def Xform "World" (
    kind = "assembly"
    customData = {
        int a = 1
    }
)
{
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    point3f[] points = [(1, 2, 3), (4, 5, 6)]
    float x.timeSamples = {
        1: 2,
        2: 3,
    }
    float x = 5; int y = 6

    def Mesh "Chair" (
        payload = @asset:/mesh/chair@</mesh>
    )
    {
        int a = 1
        rel r = </World/Chair/Leg>

        def "Leg"
        {
            string s = """one
two"""
        }
    }

    /* a
    block */
    over "Table"
    {
    }

    variantSet "look" = {
        "red" {
            int v = 1
            over "Chair"
            {
                int a = 2
            }
        }
        "blue" {
        }
    }
    float x.connect = </World.y>
    reorder nameChildren = ["Table", "Chair"]
}

class "Kind"
{
    custom int[] list = [1, 2, 3, 4]
}
`;

/** Returns everything that a layer contains, with ranges. */
function contentOf(layer: Layer): string[] {
  const lines: string[] = [];
  const place = (range: ByteRange | undefined): string => `${range?.start}-${range?.end}`;
  const waiting: Spec[] = [layer.root];
  for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
    lines.push(`${spec.path} ${place(spec.range)} ${place(spec.nameRange)}`);
    if ("statements" in spec) lines.push(...spec.statements.map(place));
    for (const { name, entries } of spec.fields.values()) {
      for (const { range, keyRange, valueRange } of entries) {
        lines.push(`${name} ${place(range)} ${place(keyRange)} ${place(valueRange)}`);
      }
    }
    if (spec.specType === "variantSet") waiting.push(...spec.variants);
    else if ("children" in spec) waiting.push(...spec.children, ...spec.properties, ...spec.variantSets);
  }
  lines.push(...layer.comments.map(({ range, text }) => `${place(range)} ${text}`), layer.version);
  return lines;
}

function same(ours: ParseResult, text: string): void {
  const wanted = parseUsda(text);
  expect(ours.diagnostics).toEqual(wanted.diagnostics);
  expect(contentOf(ours.layer)).toEqual(contentOf(wanted.layer));
  expect(dumpLayer(ours.layer)).toEqual(dumpLayer(wanted.layer));
}

/** Text that users type, paste and delete. */
const PIECES = [
  "",
  "",
  "",
  " ",
  "\n",
  "\n    ",
  ";",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "=",
  '"',
  '"""',
  "@",
  "<",
  ">",
  "#",
  "/*",
  "*/",
  ",",
  ".",
  "x",
  "é",
  "int q = 1\n",
  "    int a = 3\n",
  'def "New"\n{\n}\n',
  'def "Chair"\n{\n}\n',
  '"x" {\n}\n',
  "float y = 2",
  "rel r = </A>",
  "kind",
  "def",
  "1",
  "-nan",
  'variantSet "look" = {\n    "red" {\n    }\n}\n',
  "int[] big = [1, 2\n",
  "uniform ",
  ".timeSamples = { 1: 2 }\n",
  "\r\n",
  "// c\n",
  "None",
];

/** Whole statements: text with them is mostly valid. */
const LINES = [
  "int q = 1",
  "int a = 3",
  'def "New"\n{\n}',
  'def "Chair"\n{\n}',
  "rel other = </World/Chair>",
  "# note",
  "",
  "float z.timeSamples = { 1: 2 }",
  "int broken = ",
  "string s = 5",
  'custom double d = 1 (\n    doc = "x"\n)',
  'over "Deep"\n{\n    def "Deeper"\n    {\n        int i = 1\n    }\n}',
  "int[] list = [1, 2",
  "= 5",
  "<<<<<<< ours",
  "=======",
  ">>>>>>> theirs",
];

interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Makes an edit of a text. */
type Change = (text: string) => TextEdit;

// Not `fc.double`: half of its numbers are close to 0.
const place = fc.integer({ min: 0, max: 9999 }).map((part) => part / 10_000);

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", Math.floor(at * text.length) - 1) + 1;
const addLine = fc.tuple(place, fc.constantFrom(...LINES)).map(([at, line]): Change => {
  return (text) => ({ from: lineStart(text, at), to: lineStart(text, at), text: `${line}\n` });
});
const removeLine = place.map((at): Change => {
  return (text) => {
    const from = lineStart(text, at);
    const end = text.indexOf("\n", from);
    return { from, to: end < 0 ? text.length : end + 1, text: "" };
  };
});
const digit = fc.tuple(place, fc.constantFrom("7", "12", "", "1.5", "x", "(1, 2)")).map(([at, number]): Change => {
  return (text) => {
    const digits = [...text.matchAll(/\d/g)];
    const from = digits[Math.floor(at * digits.length)]?.index ?? text.length;
    return { from, to: Math.min(text.length, from + 1), text: number };
  };
});
const anything = fc
  .tuple(
    place,
    fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.nat(60)),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }),
  )
  .map(([at, remove, pieces]): Change => {
    return (text) => {
      const from = Math.floor(at * text.length);
      return { from, to: Math.min(text.length, from + remove), text: pieces.join("") };
    };
  });
const change = fc.oneof(
  { weight: 4, arbitrary: addLine },
  { weight: 2, arbitrary: removeLine },
  { weight: 4, arbitrary: digit },
  { weight: 2, arbitrary: anything },
);

function apply(text: string, { from, to, text: added }: TextEdit): { text: string; edit: ReparseEdit } {
  const start = encodeUtf8(text.slice(0, from)).length;
  const end = start + encodeUtf8(text.slice(from, to)).length;
  return { text: text.slice(0, from) + added + text.slice(to), edit: { start, end, size: encodeUtf8(added).length } };
}

test("reparsing a repeatedly edited text equals parsing it", () => {
  let small = 0;
  let all = 0;
  const starts = fc.oneof(
    { weight: 4, arbitrary: fc.constant(SCENE) },
    fc.constantFrom(...errorRows.map(([, text]) => text)),
  );
  fc.assert(
    fc.property(starts, fc.array(change, { minLength: 1, maxLength: 8 }), (begin, changes) => {
      let text = begin;
      let parsed: ParseResult = parseUsda(text);
      for (const each of changes) {
        const next = apply(text, each(text));
        const source = encodeUtf8(next.text);
        const again = reparseUsda(parsed, source, next.edit);
        all++;
        if (again.reparsedBytes < source.length) small++;
        same(again, next.text);
        ({ text } = next);
        parsed = again;
      }
    }),
    { numRuns: inject("deep") ? 20_000 : 120 },
  );
  // Otherwise the law might hold only because everything is parsed again.
  expect(small).toBeGreaterThan(all / 8);
});

test.each<[string, string, string, number]>([
  ["a value", "int a = 1\n        rel", "int a = 27\n        rel", 60],
  ["a statement is added", "        rel r", "        int b = 2\n        rel r", 80],
  ["a prim is added", '    over "Table"', '    def "Vase"\n    {\n    }\n\n    over "Table"', 300],
  ["a prim is added last", "3, 4]\n", '3, 4]\n\n    def "Top"\n    {\n    }\n', 100],
  ["a broken statement", "int a = 1\n        rel", "int a = \n        rel", 60],
  ["the name of a prim", '"Leg"\n        {', '"Foot"\n        {', 120],
])("%s: parses only the surrounding statements", (_title, from, to, most) => {
  const start = SCENE.indexOf(from);
  const text = SCENE.replace(from, to);
  const edit = { start, end: start + from.length, size: to.length };
  const again = reparseUsda(parseUsda(SCENE), encodeUtf8(text), edit);
  same(again, text);
  expect(again.reparsedBytes).toBeLessThan(most + from.length);
});

// A statement's error may be found where the next one begins, and an error of the whole text where there is another.
test.each<[string, string, string, string]>([
  [
    "behind a block that was not closed",
    'def "A"\n{\n    double x.spline = {\ndef "C"\n        1: 2,\n}\n',
    "1:",
    "7:",
  ],
  [
    "of a prim that is in samples",
    'def "A"\n{\n    float x.timeSamples = {\nover "D"\n{\n}\n}\n}\n',
    "\n{\n}",
    "\nint q = 1\n{\n}",
  ],
  [
    "before a prim: samples are closed",
    'def "A"\n{\n    float x.timeSamples = {\n    def "C"\n    {\n    }\n}\n',
    "= {",
    "= {}",
  ],
  ["before a `}`: a list is closed", 'def "A"\n{\n    rel r = [</A>\n}\n', "</A>", "</A>]"],
  [
    "behind a `{` that is an error and left open",
    'def "A"\n{\n    def "B"\n    {\n        int a = 1\n\n {  def "L"\n    {\n    }\n}\ndef "D"\n{\n    int i = 1\n}\n\nover "T"\n{\n}\n}\n',
    "i = 1",
    "i = (1, 2)",
  ],
])("%s: the errors are those of the whole text", (_title, begin, from, to) => {
  const start = begin.indexOf(from) + 10;
  const text = `#usda 1.0\n${begin.replace(from, to)}`;
  const edit = { start, end: start + from.length, size: to.length };
  const again = reparseUsda(parseUsda(`#usda 1.0\n${begin}`), encodeUtf8(text), edit);
  same(again, text);
  expect(again.ok).toBe(parseUsda(text).ok);
});

// Where recovery resumes after an error in metadata depends on the bracket that closes it, which may be far away.
test("behind an error in metadata: the errors are those of the whole text", () => {
  const begin = '#usda 1.0\n((\ns=)\ndef "s"{def""\nr{';
  const behind = ")}}\n}";
  const text = `${begin}(${behind}`;
  const edit = { start: begin.length, end: begin.length, size: 1 };
  const again = reparseUsda(parseUsda(begin + behind), encodeUtf8(text), edit);
  same(again, text);
  expect(again.ok).toBe(false);
});

test("an error at the end of the text is reported once", () => {
  const before = '#usda 1.0\ndef Scope "p" (\n    inherits = [\n        </A{varian tSelection=isProhibited}B>\n ';
  const at = before.indexOf("=is");
  const text = `${before.slice(0, at)}/*${before.slice(at)}`;
  const again = reparseUsda(parseUsda(before), encodeUtf8(text), { start: at, end: at, size: 2 });
  same(again, text);
  expect(again.ok).toBe(false);
});

test("an edit within a character is an error of the encoding", () => {
  const before = encodeUtf8('#usda 1.0\ndef "A"\n{\n    string s = "é"\n    int a = 1\n}\n');
  const at = before.indexOf(0xa9);
  const after = Uint8Array.of(...before.subarray(0, at), 0x31, ...before.subarray(at));
  const { diagnostics } = reparseUsda(parseUsda(before), after, { start: at, end: at, size: 1 });
  expect(diagnostics).toEqual(parseUsda(after).diagnostics);
  expect(diagnostics.map(({ code }) => code)).toEqual(["USDA_ENCODING"]);
});

test("parses a layer of another origin as a whole", () => {
  const layer = { ...parseUsda(SCENE).layer, root: parseUsda(SCENE).layer.root };
  const source = encodeUtf8(SCENE);
  const again = reparseUsda({ layer, diagnostics: [], ok: true }, source, { start: 200, end: 200, size: 0 });
  expect(again.reparsedBytes).toBe(source.length);
});

test("errors of a text do not depend on what was parsed before", () => {
  const text = '#usda 1.0\ndef "A" (\n= 5\n    relocates = { </A>: </B> }\n)\n{\n}\n';
  // A field in the wrong place, whose list is not checked.
  const misplaced = "#usda 1.0\n(\n    add payload = None\n)\n";
  parseUsda("#usda 1.0\n");
  const first = parseUsda(text).diagnostics;
  parseUsda(SCENE);
  expect(parseUsda(text).diagnostics).toEqual(first);
  expect(parseUsda(text).diagnostics).toEqual(first);
  for (const before of ["def", "append references = @a@", "append payload = None"]) {
    parseUsda(`#usda 1.0\ndef "A" (\n    ${before}\n)\n{\n}\n`);
    expect(parseUsda(misplaced).diagnostics.map(({ code }) => code)).toEqual(["USDA_FIELD"]);
  }
});
