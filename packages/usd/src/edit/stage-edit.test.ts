import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { readUsdc, writeUsdc } from "@usdkit/usdc";
import { parseUsda, printUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";
import type { StageEdit } from "./stage-edit.ts";
import type { StageEditResult } from "./edit-result.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function open(files: Files): Promise<Stage> {
  const contents = Object.entries(files).map(
    ([name, text]) => [name, typeof text === "string" ? encodeUtf8(`#usda 1.0\n${text}`) : text] as const,
  );
  return await Stage.open("root.usda", { resolver: memoryResolver(new Map(contents)) });
}

/** Returns the texts of the layers that an edit changed, without their headers. */
function texts({ layers }: StageEditResult): Record<string, string> {
  return Object.fromEntries(
    layers.map(({ document, after }) => {
      const text = decodeUtf8(after.text, 0, after.text.length);
      return [document.stageLayer.identifier, text.replace("#usda 1.0\n", "")];
    }),
  );
}

async function edited(files: Files, edits: readonly StageEdit[], target?: string): Promise<Record<string, string>> {
  const stage = await open(files);
  const result = await stage.edit({ target }, edits);
  const after = texts(result);
  await result.undo();
  for (const { document, before } of result.layers) {
    expect(document.isChanged).toBe(false);
    expect(document.snapshot().text).toEqual(before.text);
  }
  return after;
}

const scene = `def Xform "World" # the world
{
    def Sphere "Ball"
    {
        double radius = 1 # meters
    }
}
`;

describe("values", () => {
  const cases: readonly (readonly [string, StageEdit, string])[] = [
    ["a value", { op: "set", path: "/World/Ball.radius", value: 2.5 }, scene.replace("= 1", "= 2.5")],
    ["a block", { op: "set", path: "/World/Ball.radius", value: null }, scene.replace("= 1", "= None")],
    [
      "an attribute of the schema",
      { op: "set", path: "/World/Ball.doubleSided", value: true },
      scene.replace("# meters\n", "# meters\n        uniform bool doubleSided = 1\n"),
    ],
    [
      "a new attribute",
      { op: "set", path: "/World/Ball.my:size", value: [1, 2, "inf"], type: "double3" },
      scene.replace("# meters\n", "# meters\n        custom double3 my:size = (1, 2, inf)\n"),
    ],
    [
      "a sample",
      { op: "set", path: "/World/Ball.radius", value: 3, time: 10 },
      scene.replace("# meters\n", "# meters\n        double radius.timeSamples = {\n            10: 3,\n        }\n"),
    ],
    ["no value", { op: "clear", path: "/World/Ball.radius" }, scene.replace(" = 1", "")],
  ];
  test.each(cases)("%s", async (_name, edit, after) => {
    expect(await edited({ "root.usda": scene }, [edit])).toEqual({ "root.usda": after });
  });
});

describe("targets of edits", () => {
  const files = {
    "root.usda": `(
    subLayers = [@sub.usda@ (offset = 10; scale = 2)]
)
def "Chair" (
    references = @chair.usda@</Model> (offset = 100)
)
{
}
`,
    "sub.usda": `over "Chair"\n{\n}\n`,
    "chair.usda": `(
    timeCodesPerSecond = 24
)
def "Model" (
    variants = {
        string look = "red"
    }
    prepend variantSets = "look"
)
{
    double size = 1
    timecode start = 5
    rel parts = </Model/Leg>
    def "Leg"
    {
    }
    variantSet "look" = {
        "red" {
            over "Leg"
            {
                double length = 2
            }
        }
    }
}
`,
  };

  test("a sublayer, with its times", async () => {
    const edits: StageEdit[] = [{ op: "set", path: "/Chair.size", value: 3, time: 30 }];
    expect(await edited(files, edits, "sub.usda")).toEqual({
      "sub.usda": `over "Chair"\n{\n    double size.timeSamples = {\n        10: 3,\n    }\n}\n`,
    });
  });

  test("a sublayer, with the offsets of arcs as given", async () => {
    const edits: StageEdit[] = [
      { op: "reference", path: "/Chair", prim: "/Stool", offset: 3 },
      { op: "payload", path: "/Chair", asset: "./chair.usda", prim: "/Model", scale: 3 },
    ];
    expect(await edited(files, edits, "sub.usda")).toEqual({
      "sub.usda":
        'over "Chair" (\n    prepend references = </Stool> (offset = 3)\n    prepend payload = @./chair.usda@</Model> (scale = 3)\n)\n{\n}\n',
    });
  });

  test("a layer behind an arc, with its paths and times", async () => {
    const edits: StageEdit[] = [
      { op: "set", path: "/Chair.start", value: 110 },
      { op: "targets", path: "/Chair.parts", value: ["/Chair/Leg", "/Chair.size"] },
    ];
    const { "chair.usda": text } = await edited(files, edits, "chair.usda");
    expect(text).toContain("timecode start = 10\n");
    expect(text).toContain("rel parts = [\n        </Model/Leg>,\n        </Model.size>,\n    ]\n");
  });

  test("the site of the prim above that has opinions, for a prim that does not exist", async () => {
    const two = {
      "root.usda": 'def "P" (\n    references = [@a.usda@</A>, @b.usda@</B>]\n)\n{\n}\n',
      "a.usda": '(\n    subLayers = [@b.usda@]\n)\ndef "A"\n{\n}\n',
      "b.usda": 'def "B"\n{\n}\n',
    };
    expect(await edited(two, [{ op: "add", path: "/P/New/Newer" }], "b.usda")).toEqual({
      "b.usda": 'def "B"\n{\n    def "New"\n    {\n        def "Newer"\n        {\n        }\n    }\n}\n',
    });
  });

  test("the variant that has opinions, behind an arc", async () => {
    const { "chair.usda": text } = await edited(
      files,
      [{ op: "set", path: "/Chair/Leg.length", value: 4 }],
      "chair.usda",
    );
    expect(text).toContain('    def "Leg"\n    {\n        custom double length = 4\n    }\n'.replace("custom ", ""));
  });

  test("a prim that a layer between relocates has the name that the layer behind it knows", async () => {
    const relocated = {
      "root.usda": `def "A" (\n    references = @mid.usda@</M>\n)\n{\n    def "Y"\n    {\n    }\n}\n`,
      "mid.usda": `(\n    relocates = {\n        </M/X>: </M/Y>\n    }\n)\ndef "M" (\n    references = @leaf.usda@</L>\n)\n{\n}\n`,
      "leaf.usda": `def "L"\n{\n}\n`,
    };
    const edits: StageEdit[] = [{ op: "set", path: "/A/Y.size", type: "double", value: 3 }];
    expect((await edited(relocated, edits, "leaf.usda"))["leaf.usda"]).toBe(
      `def "L"\n{\n    over "X"\n    {\n        custom double size = 3\n    }\n}\n`,
    );
  });

  test("a variant of the root layer", async () => {
    const after = await edited(files, [{ op: "set", path: "/Chair/Leg.length", value: 4 }], "/Chair{look=red}");
    expect(after).toEqual({
      "root.usda": files["root.usda"]
        .replace("(offset = 100)\n", '(offset = 100)\n    prepend variantSets = "look"\n')
        .replace(
          "{\n}",
          '{\n    variantSet "look" = {\n        "red" {\n            over "Leg"\n            {\n                double length = 4\n            }\n        }\n    }\n}',
        ),
    });
  });

  test("a variant of a layer behind an arc, with its paths and times", async () => {
    const edits: StageEdit[] = [
      { op: "set", path: "/Chair/Leg.length", value: 4 },
      { op: "set", path: "/Chair.start", value: 110 },
      { op: "add", path: "/Chair/Leg/Foot" },
      { op: "targets", path: "/Chair.parts", value: ["/Chair/Leg"] },
    ];
    const red =
      '        "red" {\n            timecode start = 10\n            rel parts = </Model/Leg>\n\n            over "Leg"\n            {\n                double length = 4\n\n' +
      '                def "Foot"\n                {\n                }\n            }\n        }\n';
    expect(await edited(files, edits, "chair.usda</Chair{look=red}>")).toEqual({
      "chair.usda": files["chair.usda"].replace(/        "red" \{\n[^]*?\n        \}\n/u, red),
    });
    // A variant that is new is written as well.
    const { "chair.usda": text } = await edited(files, [edits[1]], "chair.usda</Chair{look=blue}>");
    expect(text).toContain('        "blue" {\n            timecode start = 10\n        }\n');
  });

  test("a variant of a sublayer, and of a prim below the one that has the arc", async () => {
    const edits: StageEdit[] = [{ op: "set", path: "/Chair/Leg.length", value: 4 }];
    const { "sub.usda": sub } = await edited(files, edits, "sub.usda</Chair{look=red}>");
    expect(sub).toContain('"red" {\n            over "Leg"\n            {\n                double length = 4\n');
    const { "chair.usda": chair } = await edited(files, edits, "chair.usda</Chair/Leg{fit=tight}>");
    expect(chair).toContain(
      'variantSet "fit" = {\n            "tight" {\n                double length = 4\n            }\n',
    );
  });

  test("the prim of a variant is not removed from it", async () => {
    const stage = await open(files);
    const remove: StageEdit = { op: "remove", path: "/Chair" };
    const failed = stage.edit({ target: "chair.usda</Chair{look=red}>" }, [remove]);
    await expect(failed).rejects.toThrow('"/Chair" is the prim that has the target as a variant');
  });

  test.each([
    ["none.usda", "The stage uses no layer"],
    ["none.usda</Chair{look=red}>", 'The stage uses no layer "none.usda"'],
    ["chair.usda</Chair{look}>", "Expected the path of a variant"],
    [
      "chair.usda</Chair/Leg{fit=tight}>",
      'The variant "/Chair/Leg{fit=tight}" of "chair.usda" cannot have opinions about',
    ],
    ["/Chair{look}", "Expected the path of a variant"],
    ["/Chair{look=}", "Expected the path of a variant"],
    ["/Other{look=red}", "cannot have opinions about"],
  ])("%s is an error", async (target, message) => {
    const stage = await open(files);
    await expect(stage.edit({ target }, [{ op: "set", path: "/Chair.size", value: 1 }])).rejects.toThrow(message);
  });
});

test("the stage follows, and edits of crates are crates", async () => {
  const layer = parseUsda(`#usda 1.0\n${scene}`).layer;
  const crate = writeUsdc(layer);
  const stage = await open({ "root.usda": crate });
  const { changes, layers, undo } = await stage.edit({}, (edit) => {
    edit.set("/World/Ball.radius", 7).add("/World/Cube", { type: "Cube" }).set("/World/Cube.size", 3);
  });
  expect(changes).toMatchObject({ resynced: ["/World/Cube"], changed: ["/World/Ball.radius"] });
  const values = new StageValues(stage);
  expect(values.value("/World/Ball.radius").value).toMatchObject({ data: 7 });
  expect(values.value("/World/Cube.size").value).toMatchObject({ data: 3 });
  const [{ before, after }] = layers;
  expect(before.bytes).toEqual(crate);
  expect(printUsda(readUsdc(after.bytes).layer)).toContain('def Cube "Cube"');
  await undo();
  expect([...stage.traverse()]).toEqual(["/World", "/World/Ball"]);
  expect(stage.editedLayers).toEqual([]);
});

test("nothing changes if one edit cannot be made", async () => {
  const stage = await open({ "root.usda": scene });
  const edits: StageEdit[] = [
    { op: "add", path: "/World/Cube", type: "Cube" },
    { op: "set", path: "/World/Ball.radius", value: "wide" },
  ];
  const failed = stage.edit({}, edits);
  await expect(failed).rejects.toThrow("radius");
  await expect(failed).rejects.toMatchObject({ index: 1, edit: edits[1] });
  expect([...stage.traverse()]).toEqual(["/World", "/World/Ball"]);
  expect(stage.editedLayers).toEqual([]);
});

test("the result names the stronger opinions that hide what was written", async () => {
  const files = {
    "root.usda": `(
    subLayers = [@./weak.usda@]
)
over "A" (
    variants = {
        string look = "red"
    }
)
{
    double x = 1
    double y.timeSamples = { 1: 2 }
}
`,
    "weak.usda":
      'def "A" (\n    prepend variantSets = "look"\n)\n{\n    variantSet "look" = {\n        "red" {\n        }\n    }\n}\n',
  };
  const edits: StageEdit[] = [
    { op: "set", path: "/A.x", value: 2, type: "double" },
    { op: "set", path: "/A.y", value: 2, type: "double" },
    { op: "set", path: "/A.z", value: 2, type: "double" },
    { op: "select", path: "/A", set: "look", variant: "blue" },
  ];
  const shown = async (target: string | undefined): Promise<readonly unknown[]> =>
    (await (await open(files)).edit({ target }, edits)).hidden.map(({ index, path, by }) => [
      index,
      path,
      by.layer.identifier,
      by.specPath,
    ]);
  // The default of y in the weak layer has an effect at the default time.
  expect(await shown("weak.usda")).toEqual([
    [0, "/A.x", "root.usda", "/A.x"],
    [3, "/A", "root.usda", "/A"],
  ]);
  expect(await shown(undefined)).toEqual([]);
});

test("a class below an override stays a class if it is defined", async () => {
  const files = { "root.usda": 'over "A"\n{\n    class "B"\n    {\n    }\n}\n' };
  // As `UsdStage.DefinePrim` leaves it.
  expect(await edited(files, [{ op: "add", path: "/A/B" }])).toEqual({
    "root.usda": files["root.usda"].replace('over "A"', 'def "A"'),
  });
});

test("a class of the stage can be inherited in a layer behind an arc", async () => {
  const files = {
    "root.usda":
      'class "_Wood"\n{\n    double grain = 4\n}\n\ndef "A" (\n    references = @./asset.usda@</X>\n)\n{\n}\n',
    "asset.usda": 'def "X"\n{\n}\n',
  };
  const stage = await open(files);
  const result = await stage.edit({ target: "asset.usda" }, [{ op: "inherit", path: "/A", prim: "/_Wood" }]);
  expect(texts(result)["asset.usda"]).toContain("prepend inherits = </_Wood>");
  expect(new StageValues(stage).value("/A.grain").value).toMatchObject({ data: 4 });
});

test("prims below an instance can be added in a variant of it, which instances share", async () => {
  const files = {
    "root.usda": `def "A" (
    instanceable = true
    prepend variantSets = "v"
    variants = {
        string v = "x"
    }
)
{
    variantSet "v" = {
        "x" {
            def "B"
            {
            }
        }
    }
}
`,
  };
  const stage = await open(files);
  const edits: readonly StageEdit[] = [{ op: "set", path: "/A/B.size", value: 2, type: "double" }];
  await expect(stage.edit({}, edits)).rejects.toThrow('"/A/B" is below the instance "/A"');
  await stage.edit({ target: "/A{v=x}" }, edits);
  expect(new StageValues(stage).value("/A/B.size").value).toMatchObject({ data: 2 });
});
