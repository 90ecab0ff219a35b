import { describe, expect, test } from "vitest";
import { encodeUtf8 } from "@usdkit/base";
import { FormatError } from "./format-error.ts";
import type { FormatOptions } from "./format-usda.ts";
import { formatUsda, formatUsdaBytes, formatUsdaEdits } from "./format-usda.ts";

function formatted(body: string, options?: FormatOptions): string {
  const text = formatUsda(`#usda 1.0\n${body}`, options);
  expect(formatUsda(text, options)).toBe(text);
  return text.slice("#usda 1.0\n".length);
}

describe("layout", () => {
  test.each<[name: string, before: string, after: string]>([
    ["a prim's brace on its own line", 'def "A" {\nint x\n}', 'def "A"\n{\n    int x\n}\n'],
    ["metadata begins on the header's line", 'def "A"\n(\nkind="x"\n) {\n}', 'def "A" (\n    kind = "x"\n)\n{\n}\n'],
    ["a prim on one line stays", 'def   "A"  { int x=1;int y ; }', 'def "A" { int x = 1; int y; }\n'],
    ["metadata on one line stays", 'def "A" ( a=1 ;b = 2 )\n{\n}', 'def "A" (a = 1; b = 2)\n{\n}\n'],
    [
      "one entry a line where a line is broken",
      'def "A" ( a=1 ;b = 2\n)\n{\n}',
      'def "A" (\n    a = 1\n    b = 2\n)\n{\n}\n',
    ],
    ["no `;` before a line's end", 'def "A"\n{\nint x;\nint y;  # c\n}', 'def "A"\n{\n    int x\n    int y # c\n}\n'],
    [
      "a `;` between statements is a line's end",
      'def "A"\n{\nint x; int y\n}',
      'def "A"\n{\n    int x\n    int y\n}\n',
    ],
    [
      "variant sets and variants",
      'def "A"\n{\nvariantSet "v"=\n{\n"a"\n{\n}\n"b"(\nkind="k"\n)\n{\n}\n}\n}',
      'def "A"\n{\n    variantSet "v" = {\n        "a" {\n        }\n        "b" (\n            kind = "k"\n        ) {\n        }\n    }\n}\n',
    ],
    [
      "variants on one line",
      'def "A" {\nvariantSet "v" = {"a"{}"b"{}}\n}',
      'def "A"\n{\n    variantSet "v" = { "a" {} "b" {} }\n}\n',
    ],
    [
      "line breaks in lists stay",
      'def "A"\n{\nint[] x=[1,2 ,\n3 , 4]\n}',
      'def "A"\n{\n    int[] x = [1, 2,\n        3, 4]\n}\n',
    ],
    [
      "lists of lists indent once a line",
      'def "A"\n{\nfloat2[] x=[(1,2),(\n3,4)\n]\n}',
      'def "A"\n{\n    float2[] x = [(1, 2), (\n        3, 4)\n    ]\n}\n',
    ],
    [
      "matrices as the reference writes them",
      'def "A"\n{\nmatrix2d x=((1,0),(0,1))\n}',
      'def "A"\n{\n    matrix2d x = ( (1, 0), (0, 1) )\n}\n',
    ],
    ["array suffixes", 'def "A"\n{\nint [ ] x\n}', 'def "A"\n{\n    int[] x\n}\n'],
    [
      "members",
      'def "A"\n{\nint x . timeSamples={0:1 ,\n1 : None}\n}',
      'def "A"\n{\n    int x.timeSamples = { 0: 1,\n        1: None }\n}\n',
    ],
    [
      "arcs",
      'def "A" (\nreferences=@a@ </B>(offset=1;scale=2)\n)\n{\n}',
      'def "A" (\n    references = @a@</B> (offset = 1; scale = 2)\n)\n{\n}\n',
    ],
    [
      "array edits stay as they are",
      'def "A"\n{\nint[] x=edit [ append  1 ]\n}',
      'def "A"\n{\n    int[] x = edit [ append  1 ]\n}\n',
    ],
    [
      "empty dictionaries of knots, which the reference writes with two blanks",
      'def "A"\n{\n    double x.spline = {\n        1: 2; {dictionary a={}},\n    }\n    int b (\n        customData = { dictionary a = { } }\n    )\n}\n',
      'def "A"\n{\n    double x.spline = {\n        1: 2; { dictionary a = {  } },\n    }\n    int b (\n        customData = { dictionary a = {} }\n    )\n}\n',
    ],
    [
      "splines",
      'def "A"\n{\ndouble x.spline={\nbezier ,\n post:sloped (0.5),\n7:5.5&7;post curve ( 1,2 ),\n}\n}',
      'def "A"\n{\n    double x.spline = {\n        bezier,\n        post: sloped(0.5),\n        7: 5.5 & 7; post curve (1, 2),\n    }\n}\n',
    ],
    [
      "strings keep their lines",
      'def "A" (\ndoc="""a\n  b  \n"""\n)\n{\n}',
      'def "A" (\n    doc = """a\n  b  \n"""\n)\n{\n}\n',
    ],
    [
      "runs of empty lines",
      '\n\n\ndef "A"\n{\n\n\nint x\n\n\n\nint y\n\n}\n\n\n',
      '\ndef "A"\n{\n    int x\n\n    int y\n}\n\n',
    ],
    [
      "what the reference's exporter writes: blanks after commas, empty lines at the end of variants and of the file",
      '(\n    relocates = {\n        </A>: </B>, \n        </C>: <>\n    }\n)\n\ndef "A"\n{\n    variantSet "v" = {\n        "a" {\n\n        }\n        "b" {\n            int x\n\n        }\n    }\n}\n\n',
      '(\n    relocates = {\n        </A>: </B>, \n        </C>: <>\n    }\n)\n\ndef "A"\n{\n    variantSet "v" = {\n        "a" {\n\n        }\n        "b" {\n            int x\n\n        }\n    }\n}\n\n',
    ],
    [
      "no other blanks at the ends of lines",
      "(\n    relocates = {\n        </A>: </B>,  \n        </C>: <>,\n        </D>: <>  \n    }\n)",
      "(\n    relocates = {\n        </A>: </B>,\n        </C>: <>,\n        </D>: <>\n    }\n)\n",
    ],
    [
      "rows of types that the format does not know, as the reference writes them",
      'def "A"\n{\nforeign x=( (1,0),( 0,1) )\nmatrix2d y;foreign z=((1,0),(0,1))\nmatrix2d[] m.timeSamples={0:None,1:[((1,0),(0,1))]}\n}',
      'def "A"\n{\n    foreign x = ((1, 0), (0, 1))\n    matrix2d y\n    foreign z = ((1, 0), (0, 1))\n    matrix2d[] m.timeSamples = { 0: None, 1: [( (1, 0), (0, 1) )] }\n}\n',
    ],
    [
      "comments",
      'def "A" # a\n( # b\n# c\nkind = "x" /* d */ # e\n  /* f */ ) # g\n{ // h\n/* i */ int x\n# j\n}\n# k',
      'def "A" # a\n( # b\n    # c\n    kind = "x" /* d */ # e\n    /* f */\n) # g\n{ // h\n    /* i */ int x\n    # j\n}\n# k\n',
    ],
    [
      "a comment after `;`",
      'def "A"\n{\nint x; /* a */ int y /* b */;\n}',
      'def "A"\n{\n    int x\n    /* a */ int y /* b */\n}\n',
    ],
    ["blanks at the ends of lines", 'def "A"  \n{\t\n# c  \n}  ', 'def "A"\n{\n    # c\n}\n'],
    ["the layer's metadata", '\t( upAxis="Y"\n)\ndef "A"{}', '(\n    upAxis = "Y"\n)\ndef "A" {}\n'],
    ["an empty layer", "", ""],
  ])("%s", (_, before, after) => {
    expect(formatted(before)).toBe(after);
  });

  test("applies the options for indentation and empty lines", () => {
    expect(formatted('def "A"\n{\n\tint x\n\n\tint y\n}\n', { indent: 2, maxBlankLines: 0 })).toBe(
      'def "A"\n{\n  int x\n  int y\n}\n',
    );
  });

  test("keeps line ends; the more frequent kind wins", () => {
    const crlf = '#usda 1.0\r\ndef "A"\r\n{\r\n    int x\r\n}\r\n';
    expect(formatUsda(crlf)).toBe(crlf);
    expect(formatUsda('#usda 1.0\r\ndef "A"\n{\r\nint x\r\n}')).toBe(crlf);
    expect(formatUsda('#usda 1.0\ndef "A"\n{\r\nint x\n}')).toBe(crlf.replaceAll("\r", ""));
    const inString = '#usda 1.0\n(\n    doc = """a\r\nb\r\nc\r\nd"""\n)\n';
    expect(formatUsda(inString)).toBe(inString);
  });

  test("wraps lists of numbers on request", () => {
    const before =
      'def "A"\n{\n    int[] x = [1, 2, 3,\n      4]\n    float2[] y = [(1, 2), (3, 4), (5, 6), (7, 8)]\n}\n';
    expect(formatted(before, { reflow: true, lineWidth: 32 })).toBe(
      'def "A"\n{\n    int[] x = [1, 2, 3, 4]\n    float2[] y = [\n        (1, 2), (3, 4), (5, 6),\n        (7, 8)\n    ]\n}\n',
    );
  });

  test("returns the same bytes if nothing changes", () => {
    const bytes = encodeUtf8('#usda 1.0\ndef "A"\n{\n}\n');
    expect(formatUsdaBytes(bytes)).toBe(bytes);
    expect(formatUsdaEdits(bytes)).toEqual([]);
  });

  test("throws for a text with errors, with the position of the first", () => {
    const run = (): string => formatUsda('#usda 1.0\ndef "A"\n{\n    int = 1\n}\n');
    expect(run).toThrow(FormatError);
    expect(run).toThrow(/^4:\d+: ./);
  });

  test("throws for invalid options", () => {
    expect(() => formatUsda("#usda 1.0\n", { indent: -1 })).toThrow(RangeError);
  });
});
