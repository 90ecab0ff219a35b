/** Texts with one error each: merge conflict markers and numbers. */
import type { ErrorRow } from "./error-row.ts";
import { HEAD, inPrim } from "./error-row.ts";

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
