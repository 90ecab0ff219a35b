import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { queryStage, type QueryOptions } from "./query-stage.ts";

const scene = `#usda 1.0
def Xform "World" (
    kind = "assembly"
)
{
    def Xform "Chair" (
        kind = "component"
        variants = {
            string look = "red"
        }
        prepend variantSets = "look"
        prepend apiSchemas = ["MaterialBindingAPI", "CollectionAPI:a"]
    )
    {
        def Mesh "Geo" (
            kind = "subcomponent"
        )
        {
            point3f[] points
            custom double custom:x
        }
        over "Over"
        {
        }
        variantSet "look" = {
            "red" {
            }
            "blue" {
            }
        }
    }
    class "Class"
    {
        def Cube "Cube"
        {
        }
    }
    def Cube "Box" (
        kind = "component"
    )
    {
    }
    def "Off" (
        active = false
    )
    {
        def "Below"
        {
        }
    }
}
def Scope "Scope"
{
    def Sphere "Chair1"
    {
    }
    def "Instance" (
        instanceable = true
        references = </World/Chair>
    )
    {
    }
}
`;

async function open(text: string): Promise<Stage> {
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(text)]]));
  return Stage.open("root.usda", { resolver });
}

async function paths(expression: string, options?: QueryOptions): Promise<readonly string[]> {
  return [...queryStage(await open(scene), expression, options)].map(({ path }) => path);
}

const everything = [
  "/World",
  "/World/Chair",
  "/World/Chair/Geo",
  "/World/Box",
  "/Scope",
  "/Scope/Chair1",
  "/Scope/Instance",
];

describe("expressions match what the reference finds", () => {
  // UsdCollectionAPI.ComputeIncludedPaths of usd-core 26.11.
  test.each<[expression: string, found: readonly string[]]>([
    ["//", everything],
    ["/", []],
    ["", []],
    ["//Chair*", ["/World/Chair", "/Scope/Chair1"]],
    ["/World//", ["/World", "/World/Chair", "/World/Chair/Geo", "/World/Box"]],
    ["/World/*", ["/World/Chair", "/World/Box"]],
    ["World/Chair", ["/World/Chair"]],
    ["//[!C]*", ["/World", "/World/Chair/Geo", "/World/Box", "/Scope", "/Scope/Instance"]],
    ["//{isa:Mesh}", ["/World/Chair/Geo"]],
    ["//{isa:Gprim}", ["/World/Chair/Geo", "/World/Box", "/Scope/Chair1"]],
    ["//{isa(Gprim, strict=true)}", []],
    // A number is not strict.
    ["//{isa(Gprim, strict=1)}", ["/World/Chair/Geo", "/World/Box", "/Scope/Chair1"]],
    ["//{isa:NoSuchType}", []],
    // `//` includes the prim itself for a predicate without a name.
    ["/World//{isa:Xform}", ["/World", "/World/Chair"]],
    ["/World//*{isa:Xform}", ["/World/Chair"]],
    ["/World//{isa:Xform}//{isa:Xform}", ["/World", "/World/Chair"]],
    ["//{model}", ["/World", "/World/Chair", "/World/Box"]],
    ["//{group}", ["/World"]],
    ["//{kind:model}", ["/World", "/World/Chair", "/World/Box", "/Scope/Instance"]],
    ["//{kind(model, strict=true)}", []],
    ["//{kind:component and not abstract}", ["/World/Chair", "/World/Box", "/Scope/Instance"]],
    ["//{kind:component or isa:Sphere}", ["/World/Chair", "/World/Box", "/Scope/Chair1", "/Scope/Instance"]],
    ["//{hasAPI:CollectionAPI}", ["/World/Chair", "/Scope/Instance"]],
    ['//{hasAPI(CollectionAPI, instanceName="b")}', []],
    ["//{variant(look=red)}", ["/World/Chair", "/Scope/Instance"]],
    ['//{variant(look="r*")}', ["/World/Chair", "/Scope/Instance"]],
    ["//{model} - //Chair", ["/World", "/World/Box"]],
    ["//{model} & //*o*", ["/World", "/World/Box"]],
    ["~(/World//)", ["/Scope", "/Scope/Chair1", "/Scope/Instance"]],
    ["/World/Box /Scope", ["/World/Box", "/Scope"]],
    ["//*.points", ["/World/Chair/Geo.points"]],
    ["//*.custom:?", ["/World/Chair/Geo.custom:x"]],
    ["//{isa:Sphere}.radius", ["/Scope/Chair1.radius"]],
    ["/World/Chair.collection:a:inc*", ["/World/Chair.collection:a:includeRoot", "/World/Chair.collection:a:includes"]],
    ["/World/Chair.material:*", []],
  ])("%s", async (expression, found) => {
    expect(await paths(expression)).toEqual(found);
  });

  test("all: also what is inactive, abstract or undefined, and not what is below an inactive prim or an instance", async () => {
    const found = await paths("//", { all: true });
    const more = ["/World/Chair/Over", "/World/Class", "/World/Class/Cube", "/World/Off"];
    expect([...found].sort()).toEqual([...everything, ...more].sort());
    expect(await paths("//{abstract}", { all: true })).toEqual(["/World/Class", "/World/Class/Cube"]);
    expect(await paths("//{specifier:over}", { all: true })).toEqual(["/World/Chair/Over"]);
  });
});

describe("what cannot be evaluated", () => {
  test.each([
    ["//{", "expected a predicate at column 4"],
    ["/World/", "expected a path pattern element at column 8"],
    ["//{visible}", 'Unknown predicate "visible"; expected one of abstract, defined'],
    ["//{kind:odd}", 'kind:"odd": expected one of the kinds model'],
    ["//{specifier:all}", "expected def, over or class"],
    ["//{variant:red}", "expected selections by variant set"],
    ['//{model:"yes"}', "expected true or false"],
    ["../Chair", '"../Chair" leads above the root'],
    ["%:a", "needs the prim that has the collection"],
  ])("%s", async (expression, message) => {
    await expect(paths(expression)).rejects.toThrow(message);
  });

  test("expressions may nest deeply", async () => {
    const nested = `${"(".repeat(20_000)}//Box${")".repeat(20_000)}`;
    expect(await paths(nested)).toEqual(["/World/Box"]);
    expect(await paths(`//{${"not ".repeat(20_001)}model} & /Scope`)).toEqual(["/Scope"]);
  });
});

test("a match has its prim, type and kind", async () => {
  const [found] = queryStage(await open(scene), "//Geo.points");
  expect(found).toEqual({
    path: "/World/Chair/Geo.points",
    primPath: "/World/Chair/Geo",
    property: "points",
    typeName: "Mesh",
    kind: "subcomponent",
  });
});

test("a prim with the name of an abstract type is of no type, as in usd-core", async () => {
  const text = '#usda 1.0\ndef PointBased "Abstract"\n{\n}\ndef Points "Concrete"\n{\n}\n';
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(text)]]));
  const stage = await Stage.open("root.usda", { resolver });
  const found = [...queryStage(stage, "//{isa:PointBased} + //{isa(PointBased, strict=true)}")];
  expect(found.map(({ path }) => path)).toEqual(["/Concrete"]);
});

test("isa and properties of schemas take the fallback of a type that is unknown or abstract", async () => {
  const text = `#usda 1.0
(
    fallbackPrimTypes = {
        token[] Rig = ["Sphere"]
        token[] Gprim = ["Cone"]
    }
)
def Rig "Rig"
{
}
def Gprim "Gprim"
{
}
def Boundable "Boundable"
{
}
`;
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(text)]]));
  const stage = await Stage.open("root.usda", { resolver });
  const found = (expression: string): readonly string[] => [...queryStage(stage, expression)].map(({ path }) => path);
  expect(found("//{isa:Boundable}")).toEqual(["/Rig", "/Gprim"]);
  expect(found("//{isa:Sphere}")).toEqual(["/Rig"]);
  expect(found("//*.radius")).toEqual(["/Gprim.radius", "/Rig.radius"].sort((a, b) => (a < b ? 1 : -1)));
  expect([...queryStage(stage, "//{isa:Sphere}")].map(({ typeName }) => typeName)).toEqual(["Rig"]);
});
