import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import type { StageOptions } from "../stage/stage-options.ts";
import { Stage } from "../stage/stage.ts";

const SHOT = `#usda 1.0
def "Asset"
{
    def "Part" (
        instanceable = true
        references = </Part>
    )
    {
    }
    class "Class"
    {
        def "Inside"
        {
        }
    }
    over "Over"
    {
    }
}
def "Part"
{
    def "Bolt"
    {
    }
}
def "A" (
    instanceable = true
    references = </Asset>
)
{
    def "Ignored"
    {
    }
}
def "B" (
    instanceable = true
    references = </Asset>
)
{
}
def "C" (
    instanceable = true
    references = </Asset> (offset = 10)
)
{
}
over "D" (
    instanceable = true
    references = </Asset>
)
{
}
def "E" (
    active = false
    instanceable = true
    references = </Asset>
)
{
}
def "F" (
    payload = </Part>
)
{
}
`;

async function open(options: Partial<StageOptions> = {}): Promise<Stage> {
  const resolver = memoryResolver(new Map([["shot.usda", new TextEncoder().encode(SHOT)]]));
  return Stage.open("shot.usda", { resolver, ...options });
}

const below = (paths: readonly string[], prim: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`${prim}/`));

describe("prototypes", () => {
  test("are shared by instances with the same arcs and offsets", async () => {
    const { prototypes } = await open();
    // The last prim is the source, as in the reference. E is inactive, and C has another offset.
    expect(prototypes.map(({ path, instances }) => [path, instances])).toEqual([
      ["/__Prototype_1", ["/D", "/B", "/A"]],
      ["/__Prototype_2", ["/D/Part", "/Asset/Part"]],
      ["/__Prototype_3", ["/C"]],
      ["/__Prototype_4", ["/C/Part"]],
    ]);
  });

  test("are found for instances below instances", async () => {
    const stage = await open();
    expect(stage.prototypeOf("/B/Part")).toEqual(stage.prototypeOf("/A/Part"));
    expect(stage.prototypeOf("/B/Part")?.source).toBe("/D/Part");
    expect(stage.prototypeOf("/B/Part/Bolt")).toBeUndefined();
    expect(stage.prototypeOf("/F")).toBeUndefined();
  });
});

test("prototypes of a mask are those of the reference, instances outside of it among them", async () => {
  const { prototypes } = await open({ mask: ["/B/None", "/C/Part"] });
  expect(prototypes.map(({ source, instances }) => [source, instances])).toEqual([
    ["/B", ["/B"]],
    ["/B/Part", ["/B/Part"]],
    ["/C", ["/C"]],
    ["/C/Part", ["/C/Part"]],
  ]);
});

describe("prims", () => {
  test("are active, defined and not abstract, without those below instances", async () => {
    const found = [...(await open()).prims()].map(({ path }) => path);
    expect(found).toEqual(["/Asset", "/Asset/Part", "/Part", "/Part/Bolt", "/A", "/B", "/C", "/D", "/F", "/F/Bolt"]);
  });

  test("below an instance have the opinions of the source of its prototype", async () => {
    const stage = await open();
    const prims = [...stage.prims({ instanceProxies: true })];
    const paths = prims.map(({ path }) => path);
    expect(below(paths, "/B")).toEqual(["/B/Part", "/B/Part/Bolt"]);
    const bolt = prims.find(({ path }) => path === "/B/Part/Bolt");
    expect(bolt).toMatchObject({ source: "/D/Part/Bolt", isInstanceProxy: true, isDefined: true, isInstance: false });
    expect(stage.primStack(bolt?.source ?? "").map(({ spec }) => spec.specType)).toEqual(["prim"]);
  });

  test("are all visited on request, each with its flags", async () => {
    const prims = [...(await open()).prims({ all: true })];
    expect(
      below(
        prims.map(({ path }) => path),
        "/Asset",
      ),
    ).toEqual(["/Asset/Part", "/Asset/Class", "/Asset/Class/Inside", "/Asset/Over"]);
    const flags = (path: string): unknown => prims.find((prim) => prim.path === path);
    expect(flags("/Asset/Class/Inside")).toMatchObject({ isAbstract: true, isDefined: true });
    expect(flags("/Asset/Over")).toMatchObject({ isDefined: false });
    expect(flags("/E")).toMatchObject({ isActive: false, isInstance: false });
  });

  test("with a payload are left out unless it is loaded", async () => {
    const stage = await open({ load: "none" });
    expect([...stage.prims()].map(({ path }) => path)).not.toContain("/F");
    const all = [...stage.prims({ all: true })];
    expect(all.find(({ path }) => path === "/F")).toMatchObject({ isLoaded: false, isActive: true });
    expect(all.map(({ path }) => path)).not.toContain("/F/Bolt");
  });
});
