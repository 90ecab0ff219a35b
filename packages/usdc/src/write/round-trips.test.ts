// Every kind of content in every version that is written: the same layer is read, or the version is rejected.

import { diffLayers, dumpLayer } from "@usdkit/layer";
import { printUsda } from "@usdkit/usda";
import { describe, expect, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { layerOf } from "../test-support/written-crate.ts";
import { writeUsdc } from "./write-usdc.ts";

const NEWEST = 16;
const OLDEST = 4;
/** The version that is written unless content requires a newer one. */
const DEFAULT = 8;

const attribute = (...statements: readonly string[]): string => `def "A" {\n${statements.join("\n")}\n}`;
const prim = (...metadata: readonly string[]): string => `def "A" (\n${metadata.join("\n")}\n) {\n}`;
const layer = (...metadata: readonly string[]): string => `(\n${metadata.join("\n")}\n)`;

/** Content by the lowest version that has a form for it. */
const contents: readonly (readonly [name: string, minor: number, text: string])[] = [
  ["nothing", OLDEST, ""],
  [
    "text",
    OLDEST,
    attribute('string s = "a"', 'token t = "b"', "asset a = @c.usd@", 'string e = ""', 'string u = "é€😀"'),
  ],
  [
    "arrays of text",
    OLDEST,
    attribute('string[] s = ["a", "", "a"]', 'token[] t = ["b", "c"]', "asset[] a = [@c@, @@]"),
  ],
  ["blocks", OLDEST, attribute("int b = None", "float[] f = None")],
  ["an attribute without a value", OLDEST, attribute("int a", "custom uniform token b")],
  ["specifiers and types", OLDEST, 'def Mesh "A" {\n}\nover "B" {\n}\nclass Xform "C" {\n}\nover Scope "D" {\n}'],
  ["children", OLDEST, 'def "A" {\ndef "B" {\ndef "C" {\n}\n}\ndef "D" {\n}\n}\ndef "E" {\n}'],
  ["connections", OLDEST, attribute("int a.connect = </A.b>", "prepend int b.connect = [</A.a>, </B.c>]")],
  [
    "targets",
    OLDEST,
    attribute("rel a = </A>", "add rel b = [</A.a>, </B>]", "custom rel c", "rel d = None", "rel e = []"),
  ],
  ["time samples", OLDEST, attribute("double d.timeSamples = { 1: 2.1, 2: 3.1 }", "int i.timeSamples = { 0.5: 7 }")],
  ["time samples with blocks", OLDEST, attribute("int[] i.timeSamples = { 1: [1, 2], 2: None, 3: [] }")],
  ["no time samples", OLDEST, attribute("int i.timeSamples = { }")],
  ["samples and a default", OLDEST, attribute("float f = 1", "float f.timeSamples = { 1: 0.1 }")],
  ["sublayers", OLDEST, layer("subLayers = [ @a.usd@, @b.usd@ (offset = 1; scale = 2), @a.usd@ ]")],
  ["layer metadata", OLDEST, layer('"doc"', 'defaultPrim = "A"', "startTimeCode = 1.5", "framesPerSecond = 24")],
  ["units", OLDEST, layer("metersPerUnit = 0.01", 'upAxis = "Z"', "kilogramsPerUnit = 2")],
  [
    "dictionaries",
    OLDEST,
    layer('customLayerData = { int a = 1\nstring "b c" = "d"\ndictionary e = { float[] f = [1] } }'),
  ],
  ["empty dictionaries", OLDEST, layer("customLayerData = { dictionary a = { }\nint b = 1 }")],
  ["attribute metadata", OLDEST, attribute('float f = 1 (\ncolorSpace = "x"\ncustomData = { bool b = true }\n)')],
  [
    "allowed tokens and permission",
    OLDEST,
    attribute('token t = "a" (\nallowedTokens = ["a", "b"]\npermission = private\n)'),
  ],
  ["public permission", OLDEST, prim("permission = public")],
  ["prim metadata", OLDEST, prim("active = false", "hidden = true", "instanceable = true", 'kind = "component"')],
  [
    "explicit list operations",
    OLDEST,
    prim('apiSchemas = ["A", "B"]', "inherits = [</B>, </C>]", "specializes = None"),
  ],
  [
    "edits of lists",
    OLDEST,
    prim('prepend apiSchemas = ["A"]', 'append apiSchemas = ["B", "C"]', 'delete apiSchemas = ["D"]'),
  ],
  ["added and ordered items", OLDEST, prim('add apiSchemas = ["A"]', 'reorder apiSchemas = ["B", "A"]')],
  ["lists of integers", OLDEST, prim("prepend inactiveIds = [1, -2, 9223372036854775807]", "delete inactiveIds = [3]")],
  ["clip sets", OLDEST, prim('clipSets = ["a", "b"]')],
  ["references", OLDEST, prim("references = [@a.usd@</B>, </C>, @d.usd@ (offset = 1; scale = 2)]")],
  [
    "custom data of references",
    OLDEST,
    prim('references = @a.usd@ (customData = { dictionary d = { int i = 1 }\nstring s = "t" })'),
  ],
  [
    "edits of references",
    OLDEST,
    prim("prepend references = @a.usd@", "delete references = [</B>]", "append references = </C>"),
  ],
  ["one payload", OLDEST, prim("payload = @a.usd@</B>")],
  ["no payload", OLDEST, prim("payload = None")],
  ["an unknown field", OLDEST, prim("unknown = [1, 2]", 'other = "text"', "map = { int a = 1 }")],
  ["list operations of unknown fields", OLDEST, prim('prepend unknown = [1, "b"]', "delete unknown = [2]")],
  [
    "variants",
    OLDEST,
    prim('variants = { string v = "a" }', 'variantSets = "v"').replace(
      "{\n}",
      '{\nvariantSet "v" = {\n"a" (kind = "group") {\nint i = 1\ndef "B" {\n}\n}\n"b" {\n}\n}\n}',
    ),
  ],
  ["substitutions", OLDEST, prim('prefixSubstitutions = { "$L": "Left" }', 'suffixSubstitutions = { "_l": "_r" }')],
  [
    "orders",
    OLDEST,
    'reorder rootPrims = ["B", "A"]\ndef "A" {\nreorder nameChildren = ["C"]\nreorder properties = ["b", "a"]\n}',
  ],
  ["paths through targets", OLDEST, attribute("rel r = </A>", "int x.connect = </A.r[/A/B].y>")],
  ["a list of payloads", 8, prim("payload = [@a.usd@, @b.usd@</C>]")],
  ["no list of payloads", OLDEST, prim("payload = []")],
  ["an edit of payloads", 8, prim("prepend payload = @a.usd@")],
  ["a payload with an offset", 8, prim("payload = @a.usd@ (offset = 1)")],
  ["a payload with a scale", 8, prim("payload = @a.usd@ (scale = 2)")],
  ["a payload of the same layer", 8, prim("payload = </B>")],
  ["a time code", 9, attribute("timecode t = 1")],
  ["time codes", 9, attribute("timecode[] t = [1, 2.5]")],
  ["a path expression", 10, attribute('pathExpression p = "/A//B"', 'pathExpression q = ""')],
  ["path expressions", 10, attribute('pathExpression[] p = ["/A", "//B"]')],
  ["relocates", 11, layer("relocates = { </A/B>: </A/C>, </A/D>: <> }")],
  ["a spline", 12, attribute("double s.spline = { 1: 2; post curve (1, 3), 3: 4; pre (1, 2) }")],
  ["an empty spline", 12, attribute("float s.spline = { }")],
  [
    "splines of floats and halves",
    12,
    attribute("float f.spline = { 1: 2.5 & 3.5; post held, 2: 4 }", "half h.spline = { 1: 0.5; post linear, 2: 1 }"),
  ],
  [
    "a Hermite spline",
    12,
    attribute("double s.spline = { hermite, 1: 8; post curve (4), 7: 20; pre (2); post curve (2) }"),
  ],
  [
    "extrapolations",
    12,
    attribute(
      "double a.spline = { pre: none, post: linear, 1: 2 }",
      "double b.spline = { pre: sloped(1.5), post: loop oscillate, 1: 2 }",
    ),
  ],
  [
    "inner loops",
    12,
    attribute(
      "double a.spline = { loop: (1, 2, 3, 4, 5.5), 1: 2, 2: 3 }",
      "double b.spline = { loop: (1, 2, -1, 0, 0), 1: 2, 2: 3 }",
    ),
  ],
  ["data of knots", 12, attribute('double s.spline = { 1: 2; { string n = "a" }, 3: 4, 5: 6; { int i = 1 } }')],
  ["an animation block", OLDEST, attribute("double a = AnimationBlock")],
  [
    "a tangent algorithm",
    13,
    attribute("double s.spline = { 1: 2, 3: 4; pre (1, 2, autoEase); post curve (1, 2, custom) }"),
  ],
  ["a tangent algorithm before a knot", 13, attribute("double s.spline = { 1: 2; pre (1, 2, autoEase) }")],
  ["a tangent algorithm after a knot", 13, attribute("double s.spline = { 1: 2; post curve (1, 2, custom) }")],
  [
    "edits of numbers",
    14,
    attribute("int[] i = edit [write 1 to [0]; insert [2] at [3]; append 5; minsize 4 fill 7; erase [-1]]"),
  ],
  [
    "edits of tuples",
    14,
    attribute(
      "half3[] h = edit [append (0.1, -inf, 2)]",
      "float2[] f = edit [prepend (inf, 1)]",
      "bool[] b = edit [append 1]",
    ),
  ],
  [
    "edits of text",
    14,
    attribute(
      'string[] s = edit [append "a b"; prepend "c"]',
      "asset[] a = edit [append @b@]",
      'token[] t = edit [insert "x" at [2]]',
    ),
  ],
  [
    "edits of text by index alone",
    14,
    attribute(
      "string[] s = edit [write [0] to [5]]",
      "asset[] a = edit [append [0]; erase [1]]",
      "token[] t = edit [minsize 3]",
      "pathExpression[] p = edit [insert [-1] at [2]]",
    ),
  ],
  ["a string that looks like an index", 14, attribute('string[] s = edit [write "[0]" to [5]]')],
  [
    "edits of the size",
    14,
    attribute("int[] i = edit [minsize 1; resize 2; resize 3 fill 4; maxsize 5]", "uint[] e = edit []"),
  ],
  [
    "edits of other integers",
    14,
    attribute(
      "int64[] a = edit [append -9223372036854775808]",
      "uint64[] b = edit [append 18446744073709551615]",
      "uint[] c = edit [write [1] to [2]]",
      "uchar[] d = edit [append 255]",
      "double[] e = edit [append -0.1]",
    ),
  ],
  ["a spline with a loop boundary", 15, attribute("double s.spline = { post: loop repeat(20), 14: 44, 18: 27 }")],
  ["a spline with a boundary before", 15, attribute("double s.spline = { pre: loop reset(10), 14: 44, 18: 27 }")],
  ["a spline of time codes", 15, attribute("timecode s.spline = { 1: 2, 3: 4 }")],
  ["a duration", 16, attribute("duration d = 1")],
  ["durations", 16, attribute("duration[] d = [1, 2]")],
  ["a spline of durations", 16, attribute("duration d.spline = { 1: 2, 3: 4 }")],
];

describe.each(contents)("%s", (_name, lowest, text) => {
  const source = layerOf(text);

  it("is the same when it is read again, in the lowest version that has a form for it", () => {
    const bytes = writeUsdc(source);
    const read = readUsdc(bytes, { checkArrays: true });
    expect(read.diagnostics).toEqual([]);
    expect(read.version).toBe(`0.${Math.max(lowest, DEFAULT)}.0`);
    expect(dumpLayer(read.layer)).toBe(dumpLayer(source));
    expect(printUsda(read.layer)).toBe(printUsda(source));
  });

  it("is the same in each newer version, and rejected for each older one", () => {
    for (let minor = OLDEST; minor <= NEWEST; minor++) {
      const version = `0.${minor}`;
      if (minor < lowest) {
        const message = `needs crate version 0.${lowest}.0, but ${version}.0 was asked for`;
        expect(() => writeUsdc(source, { version })).toThrow(message);
        continue;
      }
      const read = readUsdc(writeUsdc(source, { version }), { checkArrays: true });
      expect(read.diagnostics).toEqual([]);
      expect(read.version).toBe(`${version}.0`);
      expect(diffLayers(read.layer, source)).toEqual([]);
      expect(printUsda(read.layer)).toBe(printUsda(source));
    }
  });
});
