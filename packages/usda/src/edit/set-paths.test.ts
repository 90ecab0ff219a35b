import { describe, expect, test } from "vitest";
import { editedPrim } from "../test-support/edited-prim.ts";
import { setConnections, setTargets } from "./set-paths.ts";

describe("setTargets", () => {
  test.each([
    ["a list", "    rel r = </B> # b\n", { explicit: ["/C"] }, "    rel r = </C> # b\n"],
    [
      "several",
      "    custom rel r\n",
      { explicit: ["/C", "/D"] },
      "    custom rel r = [\n        </C>,\n        </D>,\n    ]\n",
    ],
    ["no targets", "    rel r = </B>\n", { explicit: [] }, "    rel r = None\n"],
    [
      "no opinion",
      '    rel r = </B> (\n        doc = "b"\n    )\n',
      undefined,
      '    rel r (\n        doc = "b"\n    )\n',
    ],
    ["an operation", "    rel r = </B>\n", { prepended: ["/C"] }, "    rel r\n    prepend rel r = </C>\n"],
    [
      "other operations",
      "    custom rel r\n    prepend rel r = </B> # b\n    append rel r = </C>\n    int y\n",
      { prepended: ["/C"], deleted: ["/D"] },
      "    custom rel r\n    delete rel r = </D>\n    prepend rel r = </C> # b\n    int y\n",
    ],
    ["a list for operations", "    prepend rel r = </B>\n", { explicit: ["/C"] }, "    rel r = </C>\n"],
    ["nothing for operations", "    prepend rel r = </B>\n", undefined, "    rel r\n"],
  ])("sets %s", (_name, before, targets, after) => {
    expect(editedPrim(before, (layer) => setTargets(layer, "/A.r", targets))).toBe(after);
  });
});

describe("setConnections", () => {
  test.each([
    [
      "a list",
      "    float x = 1\n    float x.connect = </A.y>\n",
      { explicit: ["/A.z"] },
      "    float x = 1\n    float x.connect = </A.z>\n",
    ],
    [
      "a first list",
      "    float x = 1 # one\n",
      { explicit: ["/A.z"] },
      "    float x = 1 # one\n    float x.connect = </A.z>\n",
    ],
    ["no opinion", "    float x = 1\n    float x.connect = </A.y>\n", undefined, "    float x = 1\n"],
    ["no opinion on a connection alone", "    uniform float x.connect = </A.y>\n", undefined, "    uniform float x\n"],
    ["an operation", "    float x.connect = </A.y>\n", { appended: ["/A.z"] }, "    append float x.connect = </A.z>\n"],
  ])("sets %s", (_name, before, connections, after) => {
    expect(editedPrim(before, (layer) => setConnections(layer, "/A.x", connections))).toBe(after);
  });
});
