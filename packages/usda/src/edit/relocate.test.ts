import { describe, expect, test } from "vitest";
import { applyEdits } from "../text-edits/text-edit.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { duplicatePrim, movePrim, renamePrimInVariants } from "./relocate.ts";

const TEXT = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World" (
    variants = {
        string look = "a"
    }
    prepend variantSets = "look"
)
{
    # The chair.
    def Xform "Chair" (
        doc = """two
  lines"""
    ) # trailing
    {
        rel own = <Legs>
        rel up = <../Table.size>
        rel self = </World/Chair/Legs.x>
        rel both = [<..>, <../Chair/Legs>]
        def "Legs"
        {
            double x.connect = <../../Table.size>
            double y.connect = <../Seat.z>
        }
    } # end

    def "Table"
    {
        double size = 1
        rel chair = <../Chair/Legs>
        rel other = [</World/Chair>, </World/Chairs>, </World/Chair.own>]
        rel nested = </World/Table.chair[/World/Chair].x>
        def "Copy" (
            references = [</World/Chair>, @a.usda@</World/Chair>]
        )
        {
        }
    }
    variantSet "look" = {
        "a" {
            over "Chair"
            {
                rel own = </World/Chair/Legs>
            }
        }
    }
}

def "Store"
{
}
`;
const withoutVariants = `${TEXT.slice(0, TEXT.indexOf("    variantSet"))}}\n\ndef "Store"\n{\n}\n`;

describe("movePrim", () => {
  const move = (text: string, path: string, to: string): string => {
    const moved = applyEdits(text, movePrim(parseUsda(text).layer, path, to));
    expect(parseUsda(moved).diagnostics).toEqual([]);
    return moved;
  };

  test("paths follow, relative paths that lead out become absolute, comments and strings are unchanged", () => {
    expect(move(withoutVariants, "/World/Chair", "/Store/Seat")).toBe(`#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World" (
    variants = {
        string look = "a"
    }
    prepend variantSets = "look"
)
{
    def "Table"
    {
        double size = 1
        rel chair = </Store/Seat/Legs>
        rel other = [</Store/Seat>, </World/Chairs>, </Store/Seat.own>]
        rel nested = </World/Table.chair[/Store/Seat].x>
        def "Copy" (
            references = [</Store/Seat>, @a.usda@</World/Chair>]
        )
        {
        }
    }
}

def "Store"
{
    # The chair.
    def Xform "Seat" (
        doc = """two
  lines"""
    ) # trailing
    {
        rel own = <Legs>
        rel up = </World/Table.size>
        rel self = </Store/Seat/Legs.x>
        rel both = [</World>, </Store/Seat/Legs>]
        def "Legs"
        {
            double x.connect = </World/Table.size>
            double y.connect = <../Seat.z>
        }
    } # end
}
`);
  });

  test("the default prim follows", () => {
    expect(move(withoutVariants, "/World", "/Store/World")).toContain('defaultPrim = "/Store/World"');
    const back = move(move(withoutVariants, "/World", "/Store/World"), "/Store/World", "/Root");
    expect(back).toContain('defaultPrim = "/Root"');
  });

  test.each([
    ["/World", "/World/A", "itself, or inside of it"],
    ["/World/Chair", "/World/Chair", "itself, or inside of it"],
    ["/World/Chair", "/Store/1", "as the name of a prim"],
    ["/World/None", "/Store/A", "None"],
    ["/World/Chair", "/None/A", "None"],
    ["/World/Table", "/World/Chair/Legs", "has a prim"],
  ])("%s to %s throws", (path, to, message) => {
    expect(() => movePrim(parseUsda(withoutVariants).layer, path, to)).toThrow(EditError);
    expect(() => movePrim(parseUsda(withoutVariants).layer, path, to)).toThrow(message);
  });

  test("rejects a prim with opinions in variants", () => {
    const move = (): unknown => movePrim(parseUsda(TEXT).layer, "/World/Chair", "/Store/Chair");
    expect(move).toThrow("/World{look=a}Chair");
    expect(move).toThrow('variantOpinions: "leave" moves it without them, "remove" removes them');
  });

  test("leaves opinions in variants, or removes them", () => {
    const move = (variantOpinions: "leave" | "remove"): string => {
      const { layer } = parseUsda(TEXT);
      const text = applyEdits(TEXT, movePrim(layer, "/World/Chair", "/Store/Chair", { variantOpinions }));
      expect(parseUsda(text).diagnostics).toEqual([]);
      return text;
    };
    const expected = applyEdits(
      withoutVariants,
      movePrim(parseUsda(withoutVariants).layer, "/World/Chair", "/Store/Chair"),
    );
    const store = expected.slice(expected.indexOf('def "Store"'));
    const left = move("leave");
    expect(left.slice(left.indexOf('def "Store"'))).toBe(store);
    expect(left).toContain('over "Chair"\n            {\n                rel own = </Store/Chair/Legs>');
    const removed = move("remove");
    expect(removed.slice(removed.indexOf('def "Store"'))).toBe(store);
    expect(removed).toContain('    variantSet "look" = {\n        "a" {\n        }\n    }\n');
    expect(removed).not.toContain("over");
  });
});

describe("duplicatePrim", () => {
  test("paths within a copy lead into the copy, and nothing else changes", () => {
    const edits = duplicatePrim(parseUsda(TEXT).layer, "/World/Chair", "Chair_1");
    const copy = `

    def Xform "Chair_1" (
        doc = """two
  lines"""
    ) # trailing
    {
        rel own = <Legs>
        rel up = <../Table.size>
        rel self = </World/Chair_1/Legs.x>
        rel both = [<..>, <../Chair_1/Legs>]
        def "Legs"
        {
            double x.connect = <../../Table.size>
            double y.connect = <../Seat.z>
        }
    }`;
    const after = applyEdits(TEXT, edits);
    expect(after).toBe(TEXT.replace("    } # end\n", `    } # end${copy}\n`));
    expect(parseUsda(after).diagnostics).toEqual([]);
  });

  test("rejects a name that is taken or invalid", () => {
    expect(() => duplicatePrim(parseUsda(TEXT).layer, "/World/Chair", "Table")).toThrow("Table");
    expect(() => duplicatePrim(parseUsda(TEXT).layer, "/World/Chair", "a b")).toThrow("as the name of a prim");
  });
});

describe("renamePrimInVariants", () => {
  test("opinions and paths in every variant follow, and renaming back restores the text", () => {
    const renamed = applyEdits(TEXT, renamePrimInVariants(parseUsda(TEXT).layer, "/World/Chair", "Seat"));
    // The prim, its opinions in the variant, and every path but those of another prim and another file.
    expect(renamed).toBe(
      TEXT.replaceAll(/"Chair"|(?<!@<\/World\/)\bChair\b(?=[/>.\]])/g, (each) => each.replace("Chair", "Seat")),
    );
    expect(applyEdits(renamed, renamePrimInVariants(parseUsda(renamed).layer, "/World/Seat", "Chair"))).toBe(TEXT);
  });

  test("rejects a name that a variant uses", () => {
    const text = TEXT.replace('over "Chair"', 'over "Seat"');
    expect(() => renamePrimInVariants(parseUsda(text).layer, "/World/Chair", "Seat")).toThrow("/World{look=a}Seat");
  });
});
