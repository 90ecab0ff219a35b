import { describe, expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { mergeLayers } from "./merge-layers.ts";

const BASE = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    # The chair.
    def Mesh "Chair" (
        kind = "component"
    )
    {
        int id = 7 # as in the database
        float size = 1
        token purpose = "render"
    }

    def Mesh "Table"
    {
        int id = 8
        rel next = </World/Chair>
    }
}
`;
const RENAMED = BASE.replace('"Chair"', '"Seat"').replace("</World/Chair>", "</World/Seat>");

function merge(base: string, ours: string, theirs: string): { text: string; conflicts: string[] } {
  const [a, b, c] = [base, ours, theirs].map((text) => {
    const { layer, diagnostics } = parseUsda(text);
    expect(diagnostics).toEqual([]);
    return layer;
  });
  const { text, conflicts } = mergeLayers(a, b, c);
  return {
    text: new TextDecoder().decode(text),
    conflicts: conflicts.map(({ path, message }) => `${path}: ${message}`),
  };
}

describe("a prim that one side renamed", () => {
  const edited = BASE.replace("size = 1", "size = 2 # larger");
  const both = RENAMED.replace("size = 1", "size = 2 # larger");

  test("has the changes of the other side, under its new name", () => {
    expect(merge(BASE, edited, RENAMED)).toEqual({ text: both, conflicts: [] });
    expect(merge(BASE, RENAMED, edited)).toEqual({ text: both, conflicts: [] });
  });

  test("takes new paths to it with it", () => {
    const pointing = BASE.replace("int id = 8", "int id = 8\n        rel chair = </World/Chair.size>");
    expect(merge(BASE, pointing, RENAMED)).toEqual({
      text: RENAMED.replace("int id = 8", "int id = 8\n        rel chair = </World/Seat.size>"),
      conflicts: [],
    });
  });

  test("is recognized if it was changed a little too, and conflicts in what both changed", () => {
    const renamed = RENAMED.replace("id = 7", "id = 9");
    expect(merge(BASE, edited, renamed)).toEqual({ text: both.replace("id = 7", "id = 9"), conflicts: [] });
    const { text, conflicts } = merge(BASE, BASE.replace("id = 7", "id = 5"), renamed);
    expect(conflicts).toEqual(["/World/Seat.id: both sides changed this property"]);
    expect(text).toContain("int id = 5");
    expect(text).not.toContain("Chair");
  });

  test("with the path of its parent, or with its parent", () => {
    const room = (text: string): string => text.replaceAll("World", "Room");
    expect(merge(BASE, edited, room(BASE))).toEqual({ text: room(edited), conflicts: [] });
    const more = (text: string): string => {
      const prims = ["A", "B", "C", "D", "E"].map((name) => `\n    def "${name}"\n    {\n    }\n`);
      return text.replace(/\}\n$/, `${prims.join("")}}\n`);
    };
    expect(merge(more(BASE), more(edited), room(more(RENAMED)))).toEqual({ text: room(more(both)), conflicts: [] });
  });

  test("stays removed if the other side removed it", () => {
    const gone = BASE.replace(/ {4}# The chair[^}]*\}\n\n/, "");
    expect(merge(BASE, gone, RENAMED)).toMatchObject({ text: expect.not.stringContaining("Seat") as string });
    const changed = merge(BASE, gone, RENAMED.replace("size = 1", "size = 3"));
    expect(changed.conflicts).toContain("/World/Seat: ours removed /World/Seat, theirs changed it");
  });

  test("in a variant", () => {
    const inVariant = (body: string): string =>
      `#usda 1.0\ndef "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n${body}\n        }\n    }\n}\n`;
    const chair = (name: string, size: number): string =>
      inVariant(
        `            def Mesh "${name}"\n            {\n                int id = 7\n                float size = ${size}\n                int b = 1\n            }`,
      );
    expect(merge(chair("Chair", 1), chair("Chair", 2), chair("Seat", 1))).toEqual({
      text: chair("Seat", 2),
      conflicts: [],
    });
  });
});

describe("is a conflict", () => {
  const edited = BASE.replace("size = 1", "size = 2");

  test("if both sides renamed it, to different names", () => {
    const ours = RENAMED.replace("size = 1", "size = 2");
    const theirs = RENAMED.replaceAll("Seat", "Stool").replace("id = 7", "id = 9");
    const { text, conflicts } = merge(BASE, ours, theirs);
    expect(conflicts).toEqual(['/World/Seat: both sides renamed /World/Chair, theirs to "Stool"']);
    expect(text).toBe(
      ours
        .replace("id = 7", "id = 9")
        .replace(
          '    def Mesh "Seat"',
          '    # Merge conflict: both sides renamed /World/Chair, theirs to "Stool"\n    def Mesh "Seat"',
        ),
    );
    expect(merge(BASE, ours, RENAMED)).toEqual({ text: ours, conflicts: [] });
  });

  const removed = "/World/Chair: theirs removed /World/Chair, ours changed it";
  const conflictsOf = (theirs: string): string[] => merge(BASE, edited, theirs).conflicts;

  test("if it has mostly other content, another type, or none", () => {
    expect(conflictsOf(RENAMED.replace("id = 7", "id = 9").replace("size = 1", "size = 4"))).toEqual([removed]);
    expect(conflictsOf(RENAMED.replace('Mesh "Seat"', 'Xform "Seat"'))).toEqual([removed]);
    const empty = (name: string, doc = ""): string => `#usda 1.0\ndef "${name}"${doc}\n{\n}\n`;
    expect(merge(empty("A"), empty("A", ' (\n    doc = "x"\n)'), empty("B")).conflicts).toEqual([
      "/A: theirs removed /A, ours changed it",
    ]);
  });

  test("if two new prims are as similar", () => {
    const copy = RENAMED.replace('    def Mesh "Table"', (table) => {
      const chair = / {4}def Mesh "Seat"[^}]*\}\n/.exec(RENAMED)?.[0] ?? "";
      return `${chair.replace("Seat", "Seat2")}\n${table}`;
    });
    expect(conflictsOf(copy)).toEqual([removed]);
  });

  test("if its new name is that of another prim of ours", () => {
    const ours = edited.replace(
      '    def Mesh "Table"',
      '    def Mesh "Seat"\n    {\n        int other = 1\n    }\n\n    def Mesh "Table"',
    );
    const { text, conflicts } = merge(BASE, ours, RENAMED);
    expect(conflicts).toContain(removed);
    expect(text).toContain("int other = 1");
  });
});

describe("an order that theirs changed is reported if ours changed the parent too", () => {
  const body = (members: readonly string[], more = ""): string =>
    `#usda 1.0\ndef "A"\n{\n${more}${members.map((each) => `    ${each}\n`).join("")}}\n`;
  const set = (name: string, ...variants: string[]): string =>
    `variantSet "${name}" = {\n${variants.map((each) => `        "${each}" {\n        }\n`).join("")}    }`;
  test.each([
    ["properties", ["int a = 1", "int b = 2"], "a, b"],
    ["variants", [set("v", "x", "y")], "x, y"],
    ["variant sets", [set("v", "x"), set("w", "x")], "v, w"],
    ["prims", ['def "P"\n    {\n    }', 'def "Q"\n    {\n    }'], "P, Q"],
  ])("of %s", (what, members, order) => {
    const other = what === "variants" ? [set("v", "y", "x")] : members.toReversed();
    const reversed = order.split(", ").toReversed().join(", ");
    const ours = body(members, "    int c = 3\n");
    const { text, conflicts } = merge(body(members), ours, body(other));
    expect(conflicts).toEqual([expect.stringContaining(`theirs has another order of ${what}: ${reversed}`)]);
    expect(text.startsWith(ours)).toBe(true);
    expect(merge(body(members), body(members), body(other))).toEqual({ text: body(other), conflicts: [] });
    expect(merge(body(members), body(other), ours).conflicts).toEqual([]);
  });
});
