/** Texts with one error each: its code, its position, and a part of its message. */
import type { ErrorRow } from "./error-row.ts";
import { HEAD, inLayer, inMetadata, inPrim } from "./error-row.ts";
import { bracketRows, conflictRows, numberRows } from "./error-rows-of-tokens.ts";

export const errorRows: readonly ErrorRow[] = [
  // The text as a whole.
  ["no header", 'def "A"\n{\n}\n', { code: "USDA_HEADER", at: "1:1", message: "#usda", hint: true, in: "/" }],
  ["a later version", "#usda 2.0\n", { code: "USDA_HEADER", at: "1:7", message: "2.0", hint: true, in: "/" }],
  ["a header in capitals", "#USDA 1.0\n", { code: "USDA_HEADER", at: "1:1", message: "#usda", hint: true, in: "/" }],
  [
    "a byte order mark",
    `\ufeff${HEAD}`,
    { code: "USDA_ENCODING", at: "1:1", message: "byte order mark", hint: true, in: "/" },
  ],
  [
    "a carriage return alone behind the last prim",
    `${HEAD}def "A"\n{\n} \r# the end`,
    { code: "USDA_NEWLINE", at: "4:3", message: "carriage return", hint: true, in: "/" },
  ],
  ...conflictRows,
  [
    "too many bytes",
    inPrim("int x = 1"),
    { code: "USDA_LIMIT_SIZE", at: "1:1", message: "10", hint: true, in: "/", options: { maxBytes: 10 } },
  ],
  [
    "prims too deep",
    inPrim('def "B"', "{", "}"),
    { code: "USDA_LIMIT_NESTING", at: "5:5", message: "1", in: "/A/B", options: { maxNesting: 1 } },
  ],
  [
    "a token too long",
    inPrim(`string s = "${"x".repeat(200)}"`),
    { code: "USDA_LIMIT_TOKEN", at: "4:16", message: "maximum length", hint: true, options: { maxTokenBytes: 100 } },
  ],

  // Tokens.
  ["a stray character", inPrim("$"), { code: "USDA_CHARACTER", at: "4:5", message: "`$`" }],
  ["a plus sign", inPrim("int x = +1"), { code: "USDA_NUMBER", at: "4:13", message: "`+1`", hint: true }],
  ...numberRows,
  ["a control character", inPrim("int x\u0001 = 1"), { code: "USDA_CHARACTER", at: "4:10", message: "`\\x01`" }],
  [
    "an open string",
    inPrim('string s = "abc', "int y = 1"),
    { code: "USDA_STRING_UNTERMINATED", at: "4:16", message: '"abc', hint: true },
  ],
  [
    "mixed quotes",
    inPrim("string s = 'abc\""),
    { code: "USDA_STRING_UNTERMINATED", at: "4:16", message: "'abc\"", hint: true },
  ],
  [
    "an open string of several lines",
    inPrim('string s = """abc', "int y = 1"),
    { code: "USDA_STRING_UNTERMINATED", at: "4:16", message: '"""abc', hint: true },
  ],
  [
    "an open asset path",
    inPrim("asset a = @abc", "int y = 1"),
    { code: "USDA_ASSET_UNTERMINATED", at: "4:15", message: "@abc", hint: true },
  ],
  [
    "an open path",
    inPrim("rel r = </B", "int y = 1"),
    { code: "USDA_PATH_UNTERMINATED", at: "4:13", message: "</B", hint: true },
  ],
  [
    "an open comment",
    inPrim("/* abc", "int y = 1"),
    { code: "USDA_COMMENT_UNTERMINATED", at: "4:5", message: "/* abc", hint: true },
  ],
  [
    "an exponent without digits",
    inPrim("double d = 1e"),
    { code: "USDA_NUMBER", at: "4:16", message: "`1e`", hint: true },
  ],

  // Grammar.
  ["no name", inPrim("int = 1"), { code: "USDA_UNEXPECTED", at: "4:5", message: "`int`" }],
  ["no type", inPrim("x = 1"), { code: "USDA_UNEXPECTED", at: "4:5", message: "`x`" }],
  ["no `=`", inPrim("int x 1"), { code: "USDA_UNEXPECTED", at: "4:11", message: "`1`" }],
  ["two `=`", inPrim("int x = = 1"), { code: "USDA_UNEXPECTED", at: "4:13", message: "value" }],
  ["two points", inPrim("double d = 1.5.5"), { code: "USDA_UNEXPECTED", at: "4:19", message: "`.5`" }],
  ["a hexadecimal number", inPrim("int x = 0x10"), { code: "USDA_UNEXPECTED", at: "4:14", message: "`x10`" }],
  ["a comma after a statement", inPrim("int x = 1,"), { code: "USDA_UNEXPECTED", at: "4:14", message: "`,`" }],
  ["a bare word as a value", inPrim("int x = none"), { code: "USDA_UNEXPECTED", at: "4:13", message: "`none`" }],
  ["a string as a target", inPrim('rel r = "/A"'), { code: "USDA_UNEXPECTED", at: "4:13", message: "path" }],
  [
    "a string as a reference",
    inMetadata('references = "a.usda"'),
    { code: "USDA_UNEXPECTED", at: "3:18", message: "asset" },
  ],
  [
    "sublayers that are no list",
    inLayer("subLayers = @a@"),
    { code: "USDA_UNEXPECTED", at: "3:17", message: "[", in: "/" },
  ],
  [
    "a name without quotes",
    `${HEAD}def Xform World\n{\n}\n`,
    { code: "USDA_UNEXPECTED", at: "2:11", message: "quotes", in: "/" },
  ],
  [
    "a wrong specifier",
    `${HEAD}define "A"\n{\n}\n`,
    { code: "USDA_UNEXPECTED", at: "2:1", message: "`define`", in: "/" },
  ],
  [
    "no member of that name",
    inPrim("int x.samples = { 1: 2 }"),
    { code: "USDA_UNEXPECTED", at: "4:11", message: "`samples`" },
  ],
  [
    "a word as a time",
    inPrim("int x.timeSamples = { a: 2 }"),
    { code: "USDA_UNEXPECTED", at: "4:27", message: "time" },
  ],
  [
    "no comma between samples",
    inPrim("int x.timeSamples = {", "  1: 2", "  2: 3", "}"),
    { code: "USDA_UNEXPECTED", at: "6:7", message: "`,`" },
  ],
  [
    "a comma between entries",
    inMetadata('kind = "x",', "active = true"),
    { code: "USDA_UNEXPECTED", at: "3:15", message: "`,`" },
  ],
  [
    "a comma between offset and scale",
    inMetadata("references = @a@ (offset = 1, scale = 2)"),
    { code: "USDA_UNEXPECTED", at: "3:33", message: "`,`" },
  ],
  ...bracketRows,
  ["a wrong closing bracket", inPrim("int[] x = [1)"), { code: "USDA_UNEXPECTED", at: "4:17", message: "`]`" }],
  ["a bracket too many", inPrim("int[] x = [1]]"), { code: "USDA_UNEXPECTED", at: "4:18", message: "`]`" }],
  ["an unmatched parenthesis", inPrim("int x = 1)"), { code: "USDA_UNEXPECTED", at: "4:14", message: "`)`" }],
  [
    "two statements on a line",
    inPrim("int x = 1 int y = 2"),
    { code: "USDA_STATEMENT_END", at: "4:15", message: "newline or `;`", hint: true },
  ],
  [
    "a prim on one line",
    `${HEAD}def "A" { int x = 1 }\n`,
    { code: "USDA_STATEMENT_END", at: "2:21", message: "newline or `;`", hint: true },
  ],
  [
    "two prims on a line",
    `${HEAD}def "A" {} def "B" {}\n`,
    { code: "USDA_NEWLINE", at: "2:12", message: "newline", in: "/" },
  ],
  ["a prim that ends with `;`", `${HEAD}def "A" {};\n`, { code: "USDA_NEWLINE", at: "2:11", message: "`;`", in: "/" }],
  ["a value on the next line", inPrim("int x =", "1"), { code: "USDA_NEWLINE", at: "4:11", message: "on this line" }],
  [
    "metadata on the next line",
    inPrim("int x = 1", '(doc = "d")'),
    { code: "USDA_NEWLINE", at: "5:5", message: "same line" },
  ],
  ["a comma on the next line", inPrim("int[] x = [1", ", 2]"), { code: "USDA_NEWLINE", at: "5:5", message: "`,`" }],
  [
    "no blank before a name",
    `${HEAD}def"A"\n{\n}\n`,
    { code: "USDA_SPACE", at: "2:4", message: "Missing space", in: "/" },
  ],

  // Unclosed brackets: one error, at the bracket, and the text after it is read.
  [
    "an open brace, by indentation",
    inPrim('def "B"', "{", "    int x = 1", "", 'def "C"', "{", "}"),
    { code: "USDA_UNCLOSED_BRACE", at: "5:5", message: "never closed", hint: true, related: "", in: "/A/B" },
  ],
  [
    "an open brace at the end",
    `${HEAD}def "A"\n{\n    int x = 1\n`,
    { code: "USDA_UNCLOSED_BRACE", at: "3:1", message: "never closed", hint: true, related: "" },
  ],
  [
    "an open brace of a prim before another",
    `${HEAD}def "A"\n{\n    int x = 1\n\ndef "B"\n{\n}\n`,
    { code: "USDA_UNCLOSED_BRACE", at: "3:1", message: "never closed", hint: true, related: "" },
  ],
  [
    "open time samples",
    inPrim("int x.timeSamples = {", "  1: 2,", "int y = 1"),
    { code: "USDA_UNCLOSED_BRACE", at: "4:25", message: "never closed", hint: true },
  ],
  [
    "open metadata of a prim",
    `${HEAD}def "A" (\n    kind = "x"\n{\n    int x = 1\n}\n`,
    { code: "USDA_UNCLOSED_PARENTHESIS", at: "2:9", message: "never closed", hint: true, related: "{" },
  ],
  [
    "open metadata of the layer",
    `${HEAD}(\n    upAxis = "Y"\n\ndef "A"\n{\n}\n`,
    { code: "USDA_UNCLOSED_PARENTHESIS", at: "2:1", message: "never closed", hint: true, related: "def", in: "/" },
  ],
  [
    "an open tuple",
    inPrim("double3 d = (1, 2, 3", "int y = 1"),
    { code: "USDA_UNCLOSED_PARENTHESIS", at: "4:17", message: "never closed", hint: true, related: "int" },
  ],
  [
    "an open list",
    inPrim("int[] x = [1, 2", "int y = 1"),
    { code: "USDA_UNCLOSED_BRACKET", at: "4:15", message: "never closed", hint: true, related: "int" },
  ],
  [
    "an unmatched brace",
    `${HEAD}def "A"\n{\n}\n}\n\ndef "B"\n{\n}\n`,
    { code: "USDA_UNMATCHED_BRACE", at: "5:1", message: "Unmatched", in: "/" },
  ],
  [
    "no brace",
    `${HEAD}def "A"\n    int x = 1\n    int y = 1\n}\n`,
    { code: "USDA_UNEXPECTED", at: "2:5", message: "`{`" },
  ],
  [
    "no name of a prim",
    `${HEAD}def Xform\n{\n    int x = 1\n}\n`,
    { code: "USDA_UNEXPECTED", at: "2:1", message: "quoted", in: "/" },
  ],

  // Places.
  ["a property in no prim", `${HEAD}int x = 1\n`, { code: "USDA_MISPLACED", at: "2:1", message: "in a prim", in: "/" }],
  [
    "a variant set in no prim",
    `${HEAD}variantSet "v" = {\n    "a" {\n    }\n}\n`,
    { code: "USDA_MISPLACED", at: "2:1", message: "in a prim", in: "/" },
  ],
  [
    "a prim in a variant set",
    inPrim('variantSet "v" = {', '    def "B"', "    {", "    }", "}"),
    { code: "USDA_MISPLACED", at: "5:9", message: "variant", in: "/A{v=}" },
  ],
  [
    "metadata of time samples",
    inPrim('int x.timeSamples = { 1: 2 } (doc = "d")'),
    { code: "USDA_MISPLACED", at: "4:34", message: "metadata" },
  ],
  [
    "an attribute that varies",
    inPrim("varying int x = 1"),
    { code: "USDA_MISPLACED", at: "4:5", message: "`varying`" },
  ],
  [
    "an empty variant set",
    inPrim('variantSet "v" = {', "}"),
    { code: "USDA_EMPTY", at: "4:5", message: "at least one", in: "/A{v=}" },
  ],
  [
    "an empty list of names",
    inMetadata("variantSets = []"),
    { code: "USDA_EMPTY", at: "3:19", message: "at least one" },
  ],

  // Names and paths.
  [
    "a blank in a prim's name",
    `${HEAD}def "a b"\n{\n}\n`,
    { code: "USDA_NAME", at: "2:5", message: '"a b"', hint: true, in: "/" },
  ],
  [
    "a dot in a variant's name",
    inPrim('variantSet "v" = {', '    "a.b" {', "    }", "}"),
    { code: "USDA_NAME", at: "5:9", message: '"a.b"', hint: true, in: "/A{v=}" },
  ],
  ["an invalid path", inPrim("rel r = <//>"), { code: "USDA_PATH", at: "4:13", message: "<//>" }],
  ["a relative reference", inMetadata("references = @a@<B>"), { code: "USDA_PATH", at: "3:21", message: "absolute" }],
  [
    "an empty asset path",
    inMetadata("references = @@"),
    { code: "USDA_PATH", at: "3:18", message: "empty", hint: true },
  ],

  // Values.
  [
    "an unknown type in a dictionary",
    inLayer("customLayerData = { foo x = 1 }"),
    { code: "USDA_TYPE_UNKNOWN", at: "3:25", message: "`foo`", in: "/" },
  ],
  ["a string for a number", inPrim('int x = "a"'), { code: "USDA_VALUE_TYPE", at: "4:13", message: "int" }],
  ["a number for a string", inPrim("string s = 1"), { code: "USDA_VALUE_TYPE", at: "4:16", message: "quoted string" }],
  ["a word for a token", inPrim("token t = Y"), { code: "USDA_VALUE_TYPE", at: "4:15", message: "quoted string" }],
  ["a word for a bool", inPrim("bool b = on"), { code: "USDA_VALUE_TYPE", at: "4:14", message: "true, false" }],
  ["an opaque value", inPrim("opaque x = 1"), { code: "USDA_VALUE_TYPE", at: "4:16", message: "no value" }],
  ["a number above its type", inPrim("uchar u = 256"), { code: "USDA_VALUE_RANGE", at: "4:15", message: "0 to 255" }],
  [
    "a number below its type",
    inPrim("uint u = -1"),
    { code: "USDA_VALUE_RANGE", at: "4:14", message: "0 to 4294967295" },
  ],
  ["a short tuple", inPrim("double3 d = (1, 2)"), { code: "USDA_VALUE_SHAPE", at: "4:17", message: "3" }],
  ["an empty tuple", inPrim("double3 d = ()"), { code: "USDA_VALUE_SHAPE", at: "4:17", message: "3" }],
  [
    "a short tuple in an array",
    inPrim("double3[] d = [(1, 2, 3), (1, 2)]"),
    { code: "USDA_VALUE_SHAPE", at: "4:31", message: "3" },
  ],
  ["a list for a scalar", inPrim("int x = [1]"), { code: "USDA_VALUE_SHAPE", at: "4:13", message: "int[]" }],
  ["a scalar for a list", inPrim("int[] x = 1"), { code: "USDA_VALUE_SHAPE", at: "4:15", message: "int[]" }],
  ["a number for a tuple", inPrim("double3 d = 1"), { code: "USDA_VALUE_SHAPE", at: "4:17", message: "3 numbers" }],

  // Fields.
  ["a prim's field in the layer", inLayer('kind = "x"'), { code: "USDA_FIELD", at: "3:5", message: "`kind`", in: "/" }],
  [
    "a layer's field in a prim",
    inMetadata("relocates = { </A>: </B> }"),
    { code: "USDA_FIELD", at: "3:5", message: "`relocates`" },
  ],
  [
    "an unknown permission",
    inMetadata("permission = secret"),
    { code: "USDA_FIELD_VALUE", at: "3:18", message: "public or private" },
  ],
  [
    "a rate of zero",
    inLayer("framesPerSecond = 0"),
    { code: "USDA_FIELD_VALUE", at: "3:23", message: "greater than 0", in: "/" },
  ],
  [
    "an unknown unit",
    inPrim("double d = 1 (displayUnit = parsec)"),
    { code: "USDA_FIELD_VALUE", at: "4:33", message: "`parsec`" },
  ],
  [
    "a list operation without a list",
    inMetadata("prepend references = None"),
    { code: "USDA_LIST_OPERATION", at: "3:26", message: "references" },
  ],
  [
    "an edit of an attribute",
    inPrim("prepend int x = 1"),
    { code: "USDA_LIST_OPERATION", at: "4:5", message: "`.connect`" },
  ],
  ["a spline of whole numbers", inPrim("int x.spline = { 1: 2 }"), { code: "USDA_SPLINE", at: "4:22", message: "int" }],
  [
    "a wrong word in a spline",
    inPrim("double x.spline = {", "    1: 2; post fast,", "}"),
    { code: "USDA_SPLINE", at: "5:20", message: "held" },
  ],
  [
    "a wrong array edit",
    inPrim("int[] x = edit [ put 1 ]"),
    { code: "USDA_ARRAY_EDIT", at: "4:22", message: "operation" },
  ],

  // Specs.
  [
    "two prims of a name",
    `${HEAD}def "A"\n{\n}\n\nover "A"\n{\n}\n`,
    { code: "USDA_DUPLICATE_PRIM", at: "6:6", message: '"A"', hint: true },
  ],
  [
    "two targets alike",
    inPrim("rel r = [</B>, </B>]"),
    { code: "USDA_DUPLICATE_ITEM", at: "4:20", message: "</B>", related: "</B>" },
  ],
  [
    "another type",
    inPrim("int x = 1", "float x = 2"),
    { code: "USDA_TYPE_CHANGED", at: "5:5", message: "int", related: "int x = 1" },
  ],
  [
    "another variability",
    inPrim("uniform int x", "int x = 2"),
    { code: "USDA_VARIABILITY_CHANGED", at: "5:5", message: "uniform", related: "uniform int x" },
  ],
];
