import { parseUsda } from "@usdkit/usda";
import type { Layer } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { placeOf } from "../errors/composition-error.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { StageError } from "../stage/stage-error.ts";
import type { StageOptions } from "../stage/stage-options.ts";
import { Stage } from "../stage/stage.ts";
import { resolveValue } from "../values/stage-values.ts";

const CHAIR = `#usda 1.0
(
    defaultPrim = "Chair"
)

def Xform "Chair" (
    variantSets = "size"
    variants = {
        string size = "large"
    }
)
{
    double height = 1

    def Cube "Seat"
    {
        double size = 2
    }
    variantSet "size" = {
        "small" {
            double width = 1
        }
        "large" {
            double width = 2
        }
    }
}
`;

const SHOT = `#usda 1.0

def Xform "World"
{
    def "A" (
        references = @chair.usda@
    )
    {
    }

    def "B" (
        references = @chair.usda@
        payload = @table.usda@</Table>
    )
    {
    }

    def "C"
    {
        double size = 1
    }
}
`;

const TABLE = `#usda 1.0

def "Table"
{
    def "Top"
    {
    }
}
`;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const layer = (text: string): Layer => parseUsda(encode(text)).layer;

async function open(options: Partial<StageOptions> = {}): Promise<Stage> {
  const files = new Map([["shot.usda", encode(SHOT)] as const, ["chair.usda", encode(CHAIR)] as const]);
  const stage = await Stage.open("shot.usda", { resolver: memoryResolver(files), ...options });
  expect([...stage.traverse()].length).toBeGreaterThan(0);
  return stage;
}

const edit = (stage: Stage, identifier: string, text: string): ReturnType<Stage["update"]> =>
  stage.update({ layers: new Map([[identifier, layer(text)]]) });

describe("an update of a stage", () => {
  test("of a value drops no index", async () => {
    const stage = await open();
    const index = stage.primIndex("/World/A");
    const changes = await edit(stage, "chair.usda", CHAIR.replace("height = 1", "height = 3"));
    expect(changes).toEqual({ resynced: [], changed: ["/World/A.height", "/World/B.height"], dropped: 0, kept: 7 });
    expect(stage.primIndex("/World/A")).toBe(index);
    expect(resolveValue(stage, "/World/A.height").value).toMatchObject({ data: 3 });
  });

  test("of metadata without arcs drops no index", async () => {
    const stage = await open();
    const active = await edit(stage, "chair.usda", CHAIR.replace('def Cube "Seat"', 'def Sphere "Seat"'));
    expect(active).toMatchObject({ resynced: ["/World/A/Seat", "/World/B/Seat"], changed: [], dropped: 0 });
    expect(stage.prim("/World/B/Seat").typeName).toBe("Sphere");
  });

  test("of a selection drops the prims that use it, and those below", async () => {
    const stage = await open();
    const index = stage.primIndex("/World/C");
    const changes = await edit(
      stage,
      "shot.usda",
      SHOT.replace("references", 'variants = { string size = "small" }\n        references'),
    );
    expect(changes).toMatchObject({ resynced: ["/World/A"], changed: [], dropped: 2 });
    expect(resolveValue(stage, "/World/A.width").value).toMatchObject({ data: 1 });
    expect(resolveValue(stage, "/World/B.width").value).toMatchObject({ data: 2 });
    expect(stage.primIndex("/World/C")).toBe(index);
  });

  test("of opinions about one placement leaves the others as they are", async () => {
    const stage = await open();
    const over = SHOT.replace(
      "    {\n    }",
      '    {\n        over "Seat"\n        {\n            double size = 7\n        }\n    }',
    );
    await edit(stage, "shot.usda", over);
    await edit(
      stage,
      "chair.usda",
      CHAIR.replace('def Cube "Seat"', 'def Cube "Seat" (\n        references = </Leg>\n    )') + 'def "Leg"\n{\n}\n',
    );
    const specs = ["/World/A/Seat", "/World/B/Seat"].map((path) => stage.primStack(path).map(({ spec }) => spec.path));
    expect(specs).toEqual([
      ["/World/A/Seat", "/Chair/Seat", "/Leg"],
      ["/Chair/Seat", "/Leg"],
    ]);
    await edit(stage, "chair.usda", CHAIR);
    expect(resolveValue(stage, "/World/A/Seat.size").value).toMatchObject({ data: 7 });
    expect(resolveValue(stage, "/World/B/Seat.size").value).toMatchObject({ data: 2 });
    expect(stage.primStack("/World/B/Seat")).toHaveLength(1);
  });

  test("reports prims that are new and gone", async () => {
    const stage = await open();
    const added = await edit(stage, "chair.usda", CHAIR.replace("def Cube", 'def "Leg"\n    {\n    }\n\n    def Cube'));
    expect(added).toMatchObject({ resynced: ["/World/A/Leg", "/World/B/Leg"], dropped: 0 });
    expect(stage.childNames("/World/A").names).toEqual(["Leg", "Seat"]);
    expect(stage.primIndex("/World/A/Leg")?.graph.size).toBe(2);
    expect(await edit(stage, "chair.usda", CHAIR)).toMatchObject({
      resynced: ["/World/A/Leg", "/World/B/Leg"],
      dropped: 1,
    });
    expect(stage.childNames("/World/A").names).toEqual(["Seat"]);
  });

  test("of sublayers composes the stage again, of other files what leads to them", async () => {
    const stage = await open();
    const sublayer = SHOT.replace("#usda 1.0\n", "#usda 1.0\n(\n    subLayers = [@over.usda@]\n)\n");
    await stage.update({
      layers: new Map([["over.usda", layer('#usda 1.0\nover "World"\n{\n    double x = 1\n}\n')]]),
    });
    expect(await edit(stage, "shot.usda", sublayer)).toMatchObject({ resynced: ["/"], kept: 0 });
    expect(stage.properties("/World")).toEqual(["x"]);
    expect([...stage.traverse()]).toContain("/World/A");
    const other = await edit(stage, "chair.usda", CHAIR.replace('"Chair"\n', '"None"\n'));
    expect(other).toMatchObject({ resynced: ["/World/A", "/World/B"] });
  });

  test("finds files that appear, and misses those that vanish", async () => {
    const stage = await open();
    expect(stage.problems.map(({ prim, error }) => [prim, error.code])).toEqual([["/World/B", "MISSING_LAYER"]]);
    const found = await edit(stage, "table.usda", TABLE);
    expect(found).toMatchObject({ resynced: ["/World/B"], dropped: 2 });
    expect(stage.childNames("/World/B").names).toEqual(["Top", "Seat"]);
    expect(stage.problems).toEqual([]);
    const lost = await stage.update({ layers: new Map([["table.usda", undefined]]) });
    expect(lost.resynced).toEqual(["/World/B"]);
    expect(stage.childNames("/World/B").names).toEqual(["Seat"]);
    expect(stage.layers.map(({ identifier }) => identifier)).toEqual(["shot.usda", "chair.usda"]);
  });

  test("moves the places of errors that stay", async () => {
    const stage = await open();
    expect([...stage.traverse()]).toContain("/World/B");
    const place = (): unknown => {
      const statement = stage.problems[0]?.error.statement;
      return statement && placeOf(statement).line;
    };
    expect(place()).toBe(13);
    expect(await edit(stage, "shot.usda", SHOT.replace('def "A"', '# new\n    def "A"'))).toMatchObject({ dropped: 0 });
    expect(place()).toBe(14);
  });

  test("of settings drops what they concern", async () => {
    const stage = await open();
    await edit(stage, "table.usda", TABLE);
    stage.primStack("/World/B");
    expect(await stage.update({ load: "none" })).toMatchObject({ resynced: ["/World/B"], changed: [] });
    expect(stage.childNames("/World/B").names).toEqual(["Seat"]);
    expect(await stage.update({ variants: { "/World/A": { size: "small" } } })).toMatchObject({
      resynced: ["/World/A"],
    });
    expect(resolveValue(stage, "/World/A.width").value).toMatchObject({ data: 1 });
    expect(await stage.update({ mask: ["/World/C"] })).toMatchObject({ resynced: ["/"], dropped: 0 });
    expect([...stage.traverse()]).toEqual(["/World", "/World/C"]);
  });

  test("edits a session layer without a file", async () => {
    const stage = await open({ hasOwnSession: true });
    const changes = await edit(
      stage,
      "anon:session",
      '#usda 1.0\nover "World"\n{\n    over "C"\n    {\n        double size = 9\n    }\n}\n',
    );
    expect(changes.resynced).toEqual(["/World"]);
    expect(resolveValue(stage, "/World/C.size").value).toMatchObject({ data: 9 });
  });

  test("is rejected if the root layer cannot be opened", async () => {
    const stage = await open();
    const broken = stage.update({ layers: new Map([["shot.usda", encode('#usda 1.0\ndef "A"\n{\n')]]) });
    await expect(broken).rejects.toThrow(
      new StageError("Cannot open @shot.usda@: line 3, column 1: `{` is never closed."),
    );
    await expect(stage.update({ mask: ["World"] })).rejects.toThrow(StageError);
    expect(stage.childNames("/World").names).toEqual(["A", "B", "C"]);
  });

  test("waits for files of resolvers that return promises", async () => {
    const files = new Map([
      ["shot.usda", SHOT.replace("table.usda", "other.usda")],
      ["chair.usda", CHAIR],
      ["table.usda", TABLE],
    ]);
    const read = async (path: string): Promise<Uint8Array | undefined> => {
      const text = files.get(path);
      return text === undefined ? undefined : encode(text);
    };
    const stage = await Stage.open("shot.usda", { resolver: { identify: (path) => [path], read } });
    expect(stage.problems).toHaveLength(1);
    expect(await edit(stage, "shot.usda", SHOT)).toMatchObject({ resynced: ["/World/B"] });
    expect(stage.problems).toEqual([]);
    expect(stage.childNames("/World/B").names).toEqual(["Top", "Seat"]);
  });
});
