import { describe, expect, it } from "vitest";
import type { ValueType } from "@usdkit/layer";
import { encodeUtf8, valueTypes } from "@usdkit/layer";
import type { ArrayEditResult } from "./array-edit.ts";
import { findArrayEditEnd, normalizeArrayEdit } from "./array-edit.ts";

/**
 * Array edits, the text of the value in usd-core 26.11, and its text in a file if that differs. No text if it rejects
 * the edit.
 */
const cases: readonly (readonly [type: string, edit: string, text?: string, source?: string])[] = [
  ["int", "edit []", "edit []"],
  ["int", "edit [ ]", "edit []"],
  ["int", "edit [\n]", "edit []"],
  ["int", "edit[]", "edit []"],
  ["int", "edit [append 1]", "edit [append 1]"],
  ["int", "edit [prepend 1]", "edit [prepend 1]"],
  ["int", "edit [append 1; prepend 2]", "edit [append 1; prepend 2]"],
  ["int", "edit [append 1, prepend 2]"],
  ["int", "edit [append 1\nprepend 2]", "edit [append 1; prepend 2]"],
  ["int", "edit [append 1;]", "edit [append 1]"],
  ["int", "edit [append 1\n;prepend 2]"],
  ["int", "edit [append 1;;]"],
  ["int", "edit [insert 1 at [0]]", "edit [prepend 1]"],
  ["int", "edit [insert 1 at 0]"],
  ["int", "edit [insert 1 at [-1]]", "edit [insert 1 at [-1]]"],
  ["int", "edit [write 1 to [0]]", "edit [write 1 to [0]]"],
  ["int", "edit [write 1 to [-1]]", "edit [write 1 to [-1]]"],
  ["int", "edit [write 1 at [0]]"],
  ["int", "edit [erase [0]]", "edit [erase [0]]"],
  ["int", "edit [erase [-1]]", "edit [erase [-1]]"],
  ["int", "edit [erase 0]"],
  ["int", "edit [erase at [0]]"],
  ["int", "edit [minsize 3]", "edit [minsize 3]"],
  ["int", "edit [minsize 3 fill 1]", "edit [minsize 3 fill 1]"],
  ["int", "edit [minsize 3 fill [0]]"],
  ["int", "edit [maxsize 3]", "edit [maxsize 3]"],
  ["int", "edit [resize 3]", "edit [resize 3]"],
  ["int", "edit [resize 3 fill 7]", "edit [resize 3 fill 7]"],
  ["int", "edit [maxsize 3 fill 1]"],
  ["int", "edit [fill 1]"],
  ["int", "edit [append [0]]", "edit [append [0]]"],
  ["int", "edit [prepend [0]]", "edit [prepend [0]]"],
  ["int", "edit [append from [0]]"],
  ["int", "edit [insert [0] at [1]]", "edit [insert [0] at [1]]"],
  ["int", "edit [insert from [0] at [1]]"],
  ["int", "edit [write [0] to [1]]", "edit [write [0] to [1]]"],
  ["int", "edit [write from [0] to [1]]"],
  ["int", "edit [copy [0] to [1]]"],
  ["int", "edit [append [-1]]", "edit [append [-1]]"],
  ["int", "edit [append 1 ]", "edit [append 1]"],
  ["int", "edit [ append 1 ]", "edit [append 1]"],
  ["int", "edit [\nappend 1\n]", "edit [append 1]"],
  ["int", "edit [\nappend 1;\nprepend 1\n;]"],
  ["int", "edit [append # c\n1]"],
  ["int", "edit [append /* c */ 1]", "edit [append 1]"],
  ["int", "edit [append 1 # c\n]", "edit [append 1]"],
  ["int", "edit /* c */ [append 1]", "edit [append 1]"],
  ["int", "edit [ # c\nappend 1]", "edit [append 1]"],
  ["int", "edit [append\n1]"],
  ["int", "edit [append1]"],
  ["int", "edit [write 1 to[0]]", "edit [write 1 to [0]]"],
  ["int", "edit [write 1to [0]]", "edit [write 1 to [0]]"],
  ["int", "edit [write 1 to [ 0 ]]", "edit [write 1 to [0]]"],
  ["int", "edit [write 1 to [0\n]]"],
  ["int", "edit [write 1 to [0, 1]]"],
  ["int", "edit [write 1.5 to [0]]", "edit [write 1 to [0]]"],
  ["int", "edit [write 1 to [0.5]]"],
  ["int", "edit [write 1 to [1e0]]"],
  ["int", "edit [write 1 to [-0]]", "edit [write 1 to [0]]"],
  ["int", "edit [write 1 to [007]]", "edit [write 1 to [7]]"],
  ["int", "edit [write 1 to [99999999999999999999]]"],
  ["int", "edit [write 1 to [9223372036854775807]]", "edit [write 1 to [9223372036854775807]]"],
  ["int", "edit [write 1 to [-9223372036854775808]]", "edit [write 1 to [-9223372036854775808]]"],
  ["int", "edit [write 1 to [9223372036854775808]]"],
  ["int", "edit [minsize -1]"],
  ["int", "edit [minsize 1.5]"],
  ["int", "edit [minsize 99999999999999999999]"],
  ["int", "edit [minsize 9223372036854775808]"],
  ["int", 'edit [write "a" to [0]]'],
  ["int", "edit [write true to [0]]"],
  ["int", "edit [write (1,2) to [0]]"],
  ["int", "edit [write [1,2] to [0]]"],
  ["int", "edit [write None to [0]]"],
  ["int", "edit [write </A> to [0]]"],
  ["int", "edit [append 1 2]"],
  ["int", "edit [append]"],
  ["int", "edit [1]"],
  ["int", "edit [Append 1]"],
  ["int", "edit [append 99999999999]"],
  ["int", "edit [append -0]", "edit [append 0]"],
  ["int", "edit [append 1e3]", "edit [append 1000]"],
  [
    "int",
    "edit [erase [0]; erase [0]; minsize 1; maxsize 1; resize 1]",
    "edit [erase [0]; erase [0]; minsize 1; maxsize 1; resize 1]",
  ],
  ["int", "edit [erase [-1 ]]", "edit [erase [-1]]"],
  ["int", "edit [erase [/* */0/* */]]", "edit [erase [0]]"],
  ["int", "edit [erase [- 1]]"],
  ["int", "edit [erase [--1]]"],
  ["int", "edit [write 1 tox [0]]"],
  ["int", "edit [erasex [0]]"],
  ["bool", "edit [write trueto[0]]"],
  ["bool", "edit [write true to[0]]", "edit [write 1 to [0]]"],
  ["bool", "edit [write a::b to[0]]"],
  ["int", "edit [append 1.]", "edit [append 1]"],
  ["int", "edit [append .5]", "edit [append 0]"],
  ["int", "edit [append 1e]"],
  ["int", "edit [minsize 0x1]"],
  ["int", "edit [minsize 3 fill]"],
  ["int", "edit [minsize 3 fill -1]", "edit [minsize 3 fill -1]"],
  ["int", "edit [minsize [3]]"],
  ["int", "edit [minsize 3 fill # c\n 1]"],
  ["int", "edit [resize -0]", "edit [resize 0]"],
  ["int", "edit [resize -1]"],
  ["int", "edit [maxsize -1]"],
  ["float", "edit [append infx]"],
  ["float", "edit [append -inf; append -nan]"],
  [
    "string",
    'edit [append """a\nb"""; append \'c\']',
    "edit [append a\nb; append c]",
    'edit [append """a\nb"""; append "c"]',
  ],
  ["asset", "edit [append @@@a@@@]", "edit [append @a@]"],
  ["int", "edit [append /* \n */ 1]", "edit [append 1]"],
  ["int", "edit /*\n*/ []", "edit []"],
  ["int", "edit [append 1\n# c\n\n// d\n;]"],
  ["int", "edit [append 1 /* */]", "edit [append 1]"],
  ["int", "edit [/* */]", "edit []"],
  ["duration", "edit [append 1]", "edit [append 1]"],
  ["half", "edit [append 100.0625; append 100.1875]", "edit [append 100.062; append 100.188]"],
  ["int", "edit [insert 1 at[0] ; insert 2 at[1]\ninsert 3 at[-0]]", "edit [prepend 1; insert 2 at [1]; prepend 3]"],
  ["int", "edit [write [0] to [0] ]", "edit [write [0] to [0]]"],
  ["half", "edit [append 65504]", "edit [append 65504]"],
  ["half", "edit [append 5.96e-8]", "edit [append 5.96046e-08]"],
  ["half", "edit [append 0.0001]", "edit [append 0.000100017]"],
  ["half", "edit [append 0.00001]", "edit [append 1.00136e-05]"],
  ["half", "edit [append 1000.5]", "edit [append 1000.5]"],
  ["half", "edit [append 12345]", "edit [append 12344]"],
  ["half", "edit [append 0.00006]", "edit [append 6.00219e-05]"],
  ["half", "edit [append nan]", "edit [append nan]"],
  ["half", "edit [append -0]", "edit [append -0]"],
  ["double", "edit [append 1e14]", "edit [append 100000000000000]"],
  ["double", "edit [append 999999999999999]", "edit [append 999999999999999]"],
  ["double", "edit [append 123456789012345.6]", "edit [append 123456789012345.6]"],
  ["double", "edit [append 1e-6]", "edit [append 0.000001]"],
  ["double", "edit [append 1e-7]", "edit [append 1e-7]"],
  ["double", "edit [append 1.5e-6]", "edit [append 0.0000015]"],
  ["double", "edit [append 12345678901234.5]", "edit [append 12345678901234.5]"],
  ["float", "edit [append 1e14]", "edit [append 100000000000000]"],
  ["float", "edit [append 1e15]", "edit [append 1e15]"],
  ["float", "edit [append 1e-6]", "edit [append 0.000001]"],
  ["float", "edit [append 1e-7]", "edit [append 1e-7]"],
  ["float", "edit [append 9.99999e14]", "edit [append 999999000000000]"],
  ["float", "edit [append 3.4e38]", "edit [append 3.4e38]"],
  ["float", "edit [append 1e-45]", "edit [append 1e-45]"],
  ["asset", "edit [append @ab@]"],
  ["bool", "edit [append true]", "edit [append 1]"],
  ["bool", "edit [write 0 to [1]]", "edit [write 0 to [1]]"],
  ["bool", "edit [resize 3 fill yes]", "edit [resize 3 fill 1]"],
  ["string", 'edit [append "a"]', "edit [append a]", 'edit [append "a"]'],
  ["string", 'edit [append "a\\nb"]', "edit [append a\nb]", 'edit [append """a\nb"""]'],
  ["token", 'edit [append "a"]', "edit [append a]", 'edit [append "a"]'],
  ["token", "edit [append a]"],
  ["token", "edit [append 'a\"b']", 'edit [append a"b]', "edit [append 'a\"b']"],
  ["token", 'edit [append ""]', "edit [append ]", 'edit [append ""]'],
  ["asset", "edit [append @a@]", "edit [append @a@]"],
  ["asset", 'edit [append "a"]', "edit [append @a@]"],
  ["asset", "edit [append @@@a@b@@@]", "edit [append @a@b@]", "edit [append @@@a@b@@@]"],
  ["asset", "edit [append @@]", "edit [append @@]"],
  ["asset", "edit [append @a]b@]", "edit [append @a]b@]"],
  ["asset", "edit [append @@@a\\@@@b@@@]", "edit [append @a@@@b@]", "edit [append @@@a\\@@@b@@@]"],
  ["asset", 'edit [append "a@b"]', "edit [append @a@b@]", "edit [append @@@a@b@@@]"],
  ["timecode", "edit [append 1]", "edit [append 1]"],
  ["timecode", "edit [append 1.5]", "edit [append 1.5]"],
  ["timecode", "edit [append 0.1]", "edit [append 0.1]"],
  ["timecode", "edit [append 1e10]", "edit [append 1e+10]"],
  ["pathExpression", 'edit [append "/A//B"]', "edit [append /A//B]", 'edit [append "/A//B"]'],
  ["pathExpression", 'edit [append "/A + /B"]', "edit [append /A + /B]", 'edit [append "/A + /B"]'],
  ["pathExpression", 'edit [append ""]', "edit [append ]", 'edit [append ""]'],
  ["pathExpression", 'edit [append "/A +"]'],
  ["float3", "edit [append (1,2,3)]", "edit [append (1, 2, 3)]"],
  ["float3", "edit [append (1.5, 0.1, 1e10)]", "edit [append (1.5, 0.1, 10000000000)]"],
  ["float3", "edit [append 1]"],
  ["float3", "edit [append (1,2)]"],
  ["float3", "edit [append ((1,2,3))]"],
  ["float3", "edit [append (1,\n2,3)]", "edit [append (1, 2, 3)]"],
  ["float3", "edit [append ( 1 , 2 , 3 , )]", "edit [append (1, 2, 3)]"],
  ["float3", "edit [append (inf, nan, -0)]", "edit [append (inf, nan, -0)]"],
  ["float3", "edit [write (1,2,3)to[0]]", "edit [write (1, 2, 3) to [0]]"],
  ["half2", "edit [append (0.1, 1)]", "edit [append (0.0999756, 1)]"],
  ["int2", "edit [append (1,2)]", "edit [append (1, 2)]"],
  ["int2", "edit [append (1.9,-0.5)]", "edit [append (1, 0)]"],
  ["double4", "edit [append (0.1,1,2,3)]", "edit [append (0.1, 1, 2, 3)]"],
  ["quatf", "edit [append (1,2,3,4)]", "edit [append (1, 2, 3, 4)]"],
  ["quatf", "edit [append (0.1,0,0,0)]", "edit [append (0.1, 0, 0, 0)]"],
  ["quath", "edit [append (0.1,2,3,4)]", "edit [append (0.0999756, 2, 3, 4)]"],
  ["quatd", "edit [append (0.1,2,3,4)]", "edit [append (0.1, 2, 3, 4)]"],
  ["matrix2d", "edit [append ((1,0),(0,1))]", "edit [append ( (1, 0), (0, 1) )]"],
  ["matrix2d", "edit [append ((0.1,0),(0,1e10))]", "edit [append ( (0.1, 0), (0, 10000000000) )]"],
  ["matrix2d", "edit [append (1,0,0,1)]"],
  ["matrix3d", "edit [append ((1,0,0),(0,1,0),(0,0,1))]", "edit [append ( (1, 0, 0), (0, 1, 0), (0, 0, 1) )]"],
  [
    "matrix4d",
    "edit [append ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]",
    "edit [append ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )]",
  ],
  ["color3f", "edit [append (1,2,3)]", "edit [append (1, 2, 3)]"],
  [
    "frame4d",
    "edit [append ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]",
    "edit [append ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )]",
  ],
  ["texCoord2h", "edit [append (1,2)]", "edit [append (1, 2)]"],
  ["Vec3f", "edit [append (1,2,3)]", "edit [append (1, 2, 3)]"],
  ["PointIndex", "edit [append 3]", "edit [append 3]"],
  ["opaque", "edit []"],
  ["Schema", 'edit [append "a"]'],
  [
    "Transform",
    "edit [append ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]",
    "edit [append ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )]",
  ],
  ["PointFloat", "edit [append (1,2,3)]", "edit [append (1, 2, 3)]"],
  ["Quath", "edit [append (1,2,3,4)]", "edit [append (1, 2, 3, 4)]"],
  ["point3h", "edit [append (1,0.1,3)]", "edit [append (1, 0.0999756, 3)]"],
  ["int", "edit [append None]"],
  ["int", "edit [append </A>]"],
  ["int", "edit [append @a@]"],
  ["int", "edit [append [0]"],
  ["int", "edit [append [0]]]"],
  ["int", "edit [append [1,2]]"],
  ["int", "edit [append []]"],
  ["int", "edit [append [ 0 ]]", "edit [append [0]]"],
  ["int", "edit [append [a]]"],
  ["int", "edit [append [1.0]]"],
  ["int", "edit [write [0] to [[1]]]"],
  ["int", "edit [append edit []]"],
];

function typeOf(name: string): ValueType {
  const type = valueTypes.get(name);
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

function normalize(type: string, edit: string): ArrayEditResult {
  const bytes = encodeUtf8(edit);
  return normalizeArrayEdit(bytes, 0, bytes.length, typeOf(type));
}

describe("array edits", () => {
  it.each(cases.map(([type, edit, text, source]) => ({ type, edit, text, source })))(
    "normalises $type $edit",
    (row) => {
      const { type, edit, text, source } = row;
      const expected = text === undefined ? { error: expect.any(String) as string } : { text, source: source ?? text };
      expect(normalize(type, edit)).toMatchObject(expected);
    },
  );

  it("reads the text that it writes", () => {
    const written = cases.flatMap(([type, , text, source = text]) =>
      source === undefined ? [] : [[type, source] as const],
    );
    expect(written.map(([type, source]) => normalize(type, source))).toMatchObject(
      written.map(([, source]) => ({ source })),
    );
  });

  it("finds the end of an edit", () => {
    const edits = cases.filter(([, , text]) => text !== undefined).map(([, edit]) => edit);
    const ends = edits.map((edit) => findArrayEditEnd(encodeUtf8(`${edit}\nint[] y = [1]`), 0));
    expect(ends).toEqual(edits.map((edit) => encodeUtf8(edit).length));
    expect(findArrayEditEnd(encodeUtf8('edit [append "]" # ]\n append @]@ /* ] */ ; erase [0] ] ]'), 0)).toBe(54);
    expect(findArrayEditEnd(encodeUtf8("edit [append [0]"), 0)).toBe(-1);
    expect(findArrayEditEnd(encodeUtf8("edits []"), 0)).toBe(-1);
  });

  it("reports where an edit is invalid", () => {
    expect(normalize("int", "edit [append 1; write 2 to 3]")).toEqual({ error: "expected '['", offset: 27 });
    expect(normalize("int", "edit [append 4294967296]")).toEqual({ error: "expected a value of type int", offset: 13 });
  });
});
