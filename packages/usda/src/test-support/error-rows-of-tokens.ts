/** Texts with one error each: merge conflict markers, numbers, and brackets after words. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import type { ErrorRow } from "./error-row.ts";
import { HEAD, inLayer, inMetadata, inPrim } from "./error-row.ts";

export const conflictRows: readonly ErrorRow[] = [
  [
    "a merge conflict, with other errors in it and because of it",
    inPrim(
      "int[] x = [1,",
      "<<<<<<< HEAD",
      "2,",
      "||||||| base",
      "3,",
      "=======",
      "(4,",
      ">>>>>>> b",
      "5]",
      "int y = 1",
    ).replaceAll(/^ +(?=[<|=>])/gm, ""),
    { code: "USDA_MERGE_CONFLICT", at: "5:1", message: "merge conflict", hint: true, in: "/" },
  ],
  [
    "a merge conflict of the header",
    `<<<<<<< HEAD\n${HEAD}=======\n#usda 1.1\n>>>>>>> b\n`,
    { code: "USDA_MERGE_CONFLICT", at: "1:1", message: "merge conflict", hint: true, in: "/" },
  ],
  [
    "a marker that a merge left alone",
    `${HEAD}def "A"\n{\n}\n>>>>>>> b\n`,
    { code: "USDA_MERGE_CONFLICT", at: "5:1", message: "merge conflict", hint: true, in: "/" },
  ],
];

export const numberRows: readonly ErrorRow[] = [
  ["a sign before nan", inPrim("float x = -nan"), { code: "USDA_NUMBER", at: "4:15", message: "`-nan`", hint: true }],
  [
    "a sign before nan in a tuple",
    inPrim("float3 x = (1, -nan, 2)"),
    { code: "USDA_NUMBER", at: "4:20", message: "`-nan`", hint: true },
  ],
  [
    "a sign before nan in a list of tuples, in time samples",
    inPrim("float3[] x.timeSamples = {", "1: [(1, 2, 3), (-nan, 2, 3)]", "}"),
    { code: "USDA_NUMBER", at: "5:21", message: "`-nan`", hint: true },
  ],
  [
    "a path in a list of numbers",
    inPrim("int[] x = [1, </A>]"),
    { code: "USDA_UNEXPECTED", at: "4:19", message: "Expected `]` or another item" },
  ],
];

/** The reference rejects the brackets of an array type after every other word. */
const bracketTexts: readonly (readonly [text: string, at: string, code?: DiagnosticCode, prim?: string])[] = [
  [inMetadata("references = [@a@ (customData [] = {})]"), "3:24"],
  [inMetadata("references = [@a@ (customData[] = {})]"), "3:24"],
  [inMetadata("references = @a@ (offset = 1; customData /**/ [ ] = {})"), "3:35"],
  [inMetadata("references = @a@ (offset [] = 1)"), "3:23"],
  [inMetadata("references = @a@ (offset = inf [])"), "3:32"],
  [inMetadata("payload = @a@ (scale [] = 1)"), "3:20"],
  [inLayer("subLayers = [@a@ (offset [] = 1)]"), "3:23", "USDA_UNEXPECTED", "/"],
  [inMetadata("prepend [] references = @a@"), "3:16"],
  [inPrim("custom [] int x = 1"), "4:5", "USDA_TYPE_UNKNOWN"],
  [inPrim("uniform [] int x = 1"), "4:5", "USDA_TYPE_UNKNOWN"],
  [inPrim("varying [] int x = 1"), "4:5", "USDA_TYPE_UNKNOWN"],
  [inPrim("reorder properties [] = []"), "4:13"],
  [inPrim('variantSet [] "v" = {', "}"), "4:5"],
  [inPrim('over [] "B"', "{", "}"), "4:5"],
  [inPrim("double x.timeSamples = { inf []: 1 }"), "4:30"],
  [inPrim("double x.spline = {", "bezier []", "}"), "5:5", "USDA_SPLINE"],
  [inPrim("double x.spline = {", "pre []: linear", "}"), "5:5", "USDA_SPLINE"],
  [inPrim("double x.spline = {", "1: 2; post held []", "}"), "5:16", "USDA_SPLINE"],
];
export const bracketRows: readonly ErrorRow[] = bracketTexts.map(
  ([text, at, code = "USDA_UNEXPECTED", prim = "/A"]) => [
    `brackets after a word: ${JSON.stringify(text)}`,
    text,
    { code, at, message: code === "USDA_SPLINE" ? "was expected" : "`", in: prim },
  ],
);
