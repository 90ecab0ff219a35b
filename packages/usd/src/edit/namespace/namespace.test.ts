import { describe, expect, test } from "vitest";
import type { StageEdit } from "../stage-edit.ts";
import { edited, openFiles, type Files } from "../test-support/edited-files.ts";

const local: Files = {
  "root.usda": `(
    defaultPrim = "World"
    subLayers = [@sub.usda@]
)
def "World"
{
    def "A"
    {
        double x = 1 # one
        def "C"
        {
        }
    }
    def "B" (
        references = </World/A>
    )
    {
        rel r = [</World/A/C>, </World/A.x>, <../A>]
        double y.connect = </World/A.x>
        pathExpression e = "/World/A//* + /World/AB"
    }
    reorder nameChildren = ["B", "A"]
}
`,
  "sub.usda": `over "World"
{
    over "A"
    {
        double x = 2
    }
    over "B"
    {
        over "C"
        {
        }
    }
}
`,
};

describe("prims of the layers of the stage", () => {
  test("are renamed with all paths, in each layer", async () => {
    const { texts, prims } = await edited(local, { op: "rename", path: "/World/A", name: "Z" });
    expect(texts["root.usda"]).toBe(
      local["root.usda"]
        .replaceAll("/World/A/", "/World/Z/")
        .replaceAll(/\/A(?=[>./])/gu, "/Z")
        .replace('def "A"', 'def "Z"')
        .replace('"B", "A"', '"B", "Z"'),
    );
    expect(texts["sub.usda"]).toBe(local["sub.usda"].replace('over "A"', 'over "Z"'));
    expect(prims).toEqual(["/World", "/World/B", "/World/B/C", "/World/Z", "/World/Z/C"]);
  });

  test("are moved, and overs without opinions are removed", async () => {
    const files = { ...local, "sub.usda": 'over "World"\n{\n    over "A"\n    {\n        double x = 2\n    }\n}\n' };
    const { texts, prims } = await edited(files, { op: "move", path: "/World/A", to: "/New" });
    expect(texts["root.usda"]).toContain("rel r = [</New/C>, </New.x>, </New>]");
    expect(texts["sub.usda"]).toBe('\nover "New"\n{\n    double x = 2\n}\n');
    expect(prims).toEqual(["/New", "/New/C", "/World", "/World/B", "/World/B/C"]);
  });

  test("take the opinions of prims that an arc brings along", async () => {
    const { texts, prims } = await edited(local, { op: "rename", path: "/World/A/C", name: "D" });
    expect(texts["sub.usda"]).toBe(local["sub.usda"].replace('over "C"', 'over "D"'));
    expect(prims).toEqual(["/World", "/World/B", "/World/B/D", "/World/A", "/World/A/D"]);
  });

  test.each(["specializes", "inherits", "references"])(
    "stay where only a prim with an arc to the deleted one has them: %s",
    async (arc) => {
      const root =
        'def "B"\n{\n    def "C"\n    {\n        def "A"\n        {\n        }\n    }\n}\n' +
        `def "X" (\n    ${arc} = </B/C>\n)\n{\n    over "A"\n    {\n    }\n    over "Own"\n    {\n        custom double e = 1\n    }\n}\n`;
      const remove: StageEdit = { op: "remove", path: "/B", everywhere: true };
      const { texts } = await edited({ "root.usda": root }, remove);
      // As `UsdNamespaceEditor.DeletePrimAtPath` leaves it.
      expect(texts["root.usda"]).toMatch(/over "Own"\n {4}\{\n {8}custom double e = 1/u);
      expect(texts["root.usda"]).not.toContain('over "A"');
    },
  );

  test("are deleted with the targets and arcs that lead there", async () => {
    const { texts, prims } = await edited(local, { op: "remove", path: "/World/A", everywhere: true });
    expect(texts["root.usda"]).toBe(`(
    defaultPrim = "World"
    subLayers = [@sub.usda@]
)
def "World"
{
    def "B" (
        references = None
    )
    {
        rel r = None
        double y.connect = None
        pathExpression e = "/World/A//* + /World/AB"
    }
    reorder nameChildren = ["B", "A"]
}
`);
    expect(prims).toEqual(["/World", "/World/B"]);
  });

  test("in variants are renamed in each", async () => {
    const variants = `def "V" (
    variants = {
        string v = "a"
    }
    prepend variantSets = "v"
)
{
    variantSet "v" = {
        "a" {
            def "A"
            {
            }
        }
        "b" {
            over "A"
            {
            }
        }
    }
}
`;
    const { texts, prims } = await edited({ "root.usda": variants }, { op: "rename", path: "/V/A", name: "B" });
    expect(texts["root.usda"]).toBe(variants.replaceAll('"A"', '"B"'));
    expect(prims).toEqual(["/V", "/V/B"]);
  });
});

describe("prims that arcs bring", () => {
  const behind: Files = {
    "root.usda": `def "M" (
    references = @asset.usda@</Model>
)
{
    over "Leg"
    {
        double local = 1
    }
}
def "N"
{
    rel r = [</M/Leg>, </M/Leg/Foot.x>]
}
`,
    "asset.usda": `def "Model"
{
    def "Leg"
    {
        double x = 1
        def "Foot"
        {
            double x = 1
        }
    }
}
`,
  };
  const head = (relocates: string): string => `(\n    relocates = {\n        ${relocates}\n    }\n)\n`;

  test("are relocated", async () => {
    const { texts, prims } = await edited(behind, { op: "rename", path: "/M/Leg", name: "Arm" });
    const text = behind["root.usda"].replaceAll("/M/Leg", "/M/Arm").replace('over "Leg"', 'over "Arm"');
    expect(texts).toEqual({ "root.usda": `${head("</M/Leg>: </M/Arm>")}${text}` });
    expect(prims).toEqual(["/M", "/M/Arm", "/M/Arm/Foot", "/N"]);
  });

  test("are relocated again, back, and away", async () => {
    const first: StageEdit = { op: "move", path: "/M/Leg", to: "/N/Arm" };
    const again = await edited(behind, first, { op: "move", path: "/N/Arm", to: "/M/Hand" });
    expect(again.texts["root.usda"]).toContain("</M/Leg>: </M/Hand>");
    const back = await edited(behind, first, { op: "move", path: "/N/Arm", to: "/M/Leg" });
    expect(back.texts["root.usda"]).not.toContain("relocates");
    expect(back.prims).toEqual(["/M", "/M/Leg", "/M/Leg/Foot", "/N"]);
    const gone = await edited(behind, first, { op: "remove", path: "/N/Arm", everywhere: true });
    expect(gone.texts["root.usda"]).toContain("</M/Leg>: <>");
    expect(gone.prims).toEqual(["/M", "/N"]);
    // What was relocated below a prim is deleted with it, and does not come back where it was.
    const above = await edited(behind, first, { op: "remove", path: "/N", everywhere: true });
    expect(above.texts["root.usda"]).toContain("</M/Leg>: <>");
    expect(above.prims).toEqual(["/M"]);
  });

  test("a prim that is deleted is no prim of the stage for the next edit", async () => {
    const stage = await openFiles(behind);
    const add: StageEdit = { op: "add", path: "/M/New" };
    const remove: StageEdit = { op: "remove", path: "/M/New", everywhere: true };
    const failed = stage.edit({}, [add, remove, { op: "rename", path: "/M/New", name: "Other" }]);
    await expect(failed).rejects.toThrow('The stage has no prim "/M/New"');
  });

  test("an override of a property that another layer defines too keeps its name", async () => {
    const { texts } = await edited(
      {
        "root.usda":
          'class "K"\n{\n    int x = 1\n}\ndef "P" (\n    references = @./far.usda@</B>\n)\n{\n    int x = 2\n}\ndef "Q" (\n    inherits = </K>\n)\n{\n    int x = 3\n}\n',
        "far.usda": 'class "K"\n{\n    int x = 4\n}\ndef "B" (\n    inherits = </K>\n)\n{\n}\n',
      },
      { op: "rename", path: "/K.x", name: "y" },
    );
    expect(texts["root.usda"]?.match(/int . = ./gu)).toEqual(["int y = 1", "int x = 2", "int y = 3"]);
  });

  const errors: readonly (readonly [StageEdit, string])[] = [
    [{ op: "rename", path: "/M/Leg.x", name: "y" }, "behind arcs"],
    [{ op: "move", path: "/N", to: "/M" }, 'There is "/M" already'],
    [{ op: "move", path: "/N", to: "/X/M" }, 'The stage has no prim "/X"'],
    [{ op: "move", path: "/M", to: "/M/Leg/M" }, "into itself"],
    [{ op: "rename", path: "/M", name: "a/b" }, "Expected a name"],
    [{ op: "rename", path: "/M", name: "1" }, "identifier"],
    [{ op: "rename", path: "/O", name: "P" }, 'The stage has no prim "/O"'],
    [{ op: "rename", path: "/N.r", name: "" }, "Expected a name"],
    [{ op: "rename", path: "/N.z", name: "y" }, "No layer has a property"],
  ];
  test.each(errors)("%j is an error", async (edit, message) => {
    const stage = await openFiles(behind);
    await expect(stage.edit({}, [edit])).rejects.toThrow(message);
    expect(stage.editedLayers).toEqual([]);
  });

  test("below an instance are shared", async () => {
    const files = {
      ...behind,
      "root.usda": behind["root.usda"].replace("</Model>\n", "</Model>\n    instanceable = true\n"),
    };
    const stage = await openFiles(files);
    await expect(stage.edit({}, [{ op: "rename", path: "/M/Leg", name: "Arm" }])).rejects.toThrow("below the instance");
    await expect(stage.edit({}, [{ op: "move", path: "/N", to: "/M/N" }])).rejects.toThrow("below the instance");
  });
});

test("properties are renamed and moved with the paths that lead there", async () => {
  const text = `def "A"
{
    # size in meters
    double size = 1
    double size.timeSamples = {
        1: 2,
    }
}
def "B"
{
    rel r = [</A.size>, </A>]
    double y.connect = </A.size>
}
`;
  const renamed = await edited({ "root.usda": text }, { op: "rename", path: "/A.size", name: "my:size" });
  expect(renamed.texts["root.usda"]).toBe(
    text.replaceAll("size =", "my:size =").replace("size.time", "my:size.time").replaceAll("A.size", "A.my:size"),
  );
  const moved = await edited({ "root.usda": text }, { op: "move", path: "/A.size", to: "/B.length" });
  expect(moved.texts["root.usda"]).toBe(`def "A"
{
}
def "B"
{
    rel r = [</B.length>, </A>]
    double y.connect = </B.length>
    # size in meters
    double length = 1
    double length.timeSamples = {
        1: 2,
    }
}
`);
});

test("arcs to a file that is a layer of the stage follow a renamed prim", async () => {
  const files = {
    "root.usda": `(
    subLayers = [@./model.usda@]
)
def "B"
{
    class "A" (
        payload = @./model.usda@</B/C>
        references = [@./model.usda@, @./other.usda@</B>, @./model.usda@</D>]
    )
    {
    }
}
`,
    "model.usda": `(
    defaultPrim = "D"
)
class "B"
{
    def "C"
    {
    }
}
def "D"
{
}
`,
    "other.usda": `def "B"
{
}
`,
  };
  const { texts } = await edited(files, { op: "rename", path: "/B", name: "Z" });
  expect(texts["root.usda"]).toBe(
    files["root.usda"].replace('def "B"', 'def "Z"').replace("@./model.usda@</B/C>", "@./model.usda@</Z/C>"),
  );
  expect(texts["model.usda"]).toBe(files["model.usda"].replace('class "B"', 'class "Z"'));
  const deleted = await edited(files, { op: "remove", path: "/D", everywhere: true });
  expect(deleted.texts["root.usda"]).toMatch(/references = \[\s*@.\/model.usda@,\s*@.\/other.usda@<\/B>\s*\]/u);
});

test.each(["specializes", "inherits", "references"])(
  "a prim whose own arc leads to a dependent prim stays: %s",
  async (arc) => {
    const text = `class "C"
{
    def "A"
    {
        int x = 1
    }
}
def "B" (
    ${arc} = </C>
)
{
    over "A"
    {
        int x = 2
    }
}
def "A" (
    ${arc} = </B/A>
)
{
    int x = 3
}
`;
    const files = { "root.usda": text };
    const renamed = await edited(files, { op: "rename", path: "/C/A", name: "Z" });
    expect(renamed.texts["root.usda"]).toBe(
      text
        .replace('def "A"\n    {\n        int x = 1', 'def "Z"\n    {\n        int x = 1')
        .replace('over "A"', 'over "Z"')
        .replace("/B/A", "/B/Z"),
    );
    const removed = await edited(files, { op: "remove", path: "/C/A", everywhere: true });
    expect(removed.texts["root.usda"]).toContain("int x = 3");
    expect(removed.texts["root.usda"]).not.toContain("int x = 2");
  },
);
