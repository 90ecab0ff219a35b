// Collections, bindings and connections; `test/oracle/stage-computations.ts` compares them with the reference on random stages.
import { describe, expect, test } from "vitest";
import { Collections } from "../query/collections.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import { StageReader } from "../prims/stage-reader.ts";
import { queryStage } from "../query/query-stage.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { valueProducingAttributes } from "./connections.ts";
import { MaterialBindings } from "./material-bindings.ts";

async function read(text: string): Promise<{ stage: Stage; reader: StageReader; at: (path: string) => PrimNode }> {
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]));
  const stage = await Stage.open("root.usda", { resolver });
  const reader = new StageReader(stage);
  const at = (path: string): PrimNode => {
    const prim = reader.prim(path);
    if (prim === undefined) throw new Error(`There is no prim <${path}>`);
    return prim;
  };
  return { stage, reader, at };
}

const scene = `
def Scope "Sets" (prepend apiSchemas = ["CollectionAPI:cubes", "CollectionAPI:both", "CollectionAPI:rules", "CollectionAPI:loop"]) {
    pathExpression collection:cubes:membershipExpression = "//{isa:Cube}"
    pathExpression collection:both:membershipExpression = "%:cubes + /A/Ball"
    pathExpression collection:loop:membershipExpression = "%:loop + /A"
    rel collection:rules:includes = [</A>, </Sets.collection:cubes>]
    rel collection:rules:excludes = </A/Ball>
}
def Xform "A" (prepend apiSchemas = ["MaterialBindingAPI"]) {
    rel material:binding = </Red>
    rel material:binding:full = </Blue>
    rel material:binding:collection:y = [</Sets.collection:cubes>, </Green>]
    def Cube "Box" (prepend apiSchemas = ["MaterialBindingAPI"]) {
        rel material:binding = </Red>
    }
    def Cube "Plain" {
    }
    def Sphere "Ball" {
        def GeomSubset "Part" { uniform token familyName = "materialBind"; int[] indices = [0]
        }
        def GeomSubset "Other" {
        }
    }
}
def Xform "Strong" {
    rel material:binding = </Green> (bindMaterialAs = "strongerThanDescendants")
    def Cube "Box" {
        rel material:binding = </Red>
    }
    def Cube "Broken" {
        rel material:binding:preview = </Nowhere>
    }
}
def Material "Red" {
}
def Material "Green" {
}
def Material "Blue" {
}`;

describe("MaterialBindings", () => {
  test.each([
    ["/A", "", "/Red", "/A.material:binding"],
    ["/A", "full", "/Blue", "/A.material:binding:full"],
    ["/A", "preview", "/Red", "/A.material:binding"],
    ["/A/Plain", "", "/Green", "/A.material:binding:collection:y"],
    ["/A/Box", "", "/Red", "/A/Box.material:binding"],
    ["/A/Box", "full", "/Blue", "/A.material:binding:full"],
    ["/Strong/Box", "", "/Green", "/Strong.material:binding"],
    ["/Strong/Broken", "preview", undefined, "/Strong/Broken.material:binding:preview"],
  ] as const)("of %s for %j is %s", async (path, purpose, material, binding) => {
    const { reader, at } = await read(scene);
    const bindings = new MaterialBindings(reader, new Collections(reader));
    const found = bindings.bound(at(path), purpose);
    expect([found?.material?.path, found?.binding]).toEqual([material, binding]);
  });

  test("lists the subsets that have materials, and has nothing without bindings", async () => {
    const { reader, at } = await read(scene);
    const bindings = new MaterialBindings(reader, new Collections(reader));
    expect(bindings.subsets(at("/A/Ball")).map(({ path }) => path)).toEqual(["/A/Ball/Part"]);
    expect(bindings.bound(at("/Sets"), "full")).toBeUndefined();
  });
});

describe("Collections", () => {
  const included = async (name: string): Promise<readonly string[] | undefined> => {
    const { reader } = await read(scene);
    const collections = new Collections(reader);
    const membership = collections.membership(`/Sets.collection:${name}`);
    return membership && [...collections.includedPaths(membership)];
  };

  test("have the paths of rules or of expressions, and those of other collections", async () => {
    expect(await included("cubes")).toEqual(["/A/Box", "/A/Plain", "/Strong/Box", "/Strong/Broken"]);
    expect(await included("both")).toEqual(["/A/Box", "/A/Plain", "/A/Ball", "/Strong/Box", "/Strong/Broken"]);
    expect(await included("rules")).toEqual(["/A", "/A/Box", "/A/Plain"]);
    expect(await included("loop")).toEqual(["/A"]);
    expect(await included("missing")).toBeUndefined();
  });

  test("include properties that a rule names, also of prims that are not visited", async () => {
    const { reader } = await read(`
class Cube "C" {
}
def Cube "D" (prepend apiSchemas = ["CollectionAPI:c"]) {
    rel collection:c:includes = [</C.size>, </D.size>, </C.missing>, </D>]
}`);
    const collections = new Collections(reader);
    const membership = collections.membership("/D.collection:c");
    expect(membership && [...collections.includedPaths(membership)]).toEqual(["/C.size", "/D.size", "/D"]);
  });

  test("include prims and properties below instances that are not visited, if a rule names them", async () => {
    const { reader } = await read(`
def Xform "Asset" {
    def Cube "Box" {
        def Cube "Lid" {
        }
        over "Hidden" {
            int kept
        }
    }
    def Cube "Other" {
    }
}
class Xform "C" (instanceable = true; references = </Asset>) {
}
class "Below" {
    def "D" (instanceable = true; references = </Asset>) {
    }
}
def "Holder" (prepend apiSchemas = ["CollectionAPI:a", "CollectionAPI:b", "CollectionAPI:c", "CollectionAPI:d", "CollectionAPI:e"]) {
    rel collection:a:includes = [</C/Box>]
    rel collection:a:excludes = [</C/Box/Lid>]
    uniform token collection:b:expansionRule = "explicitOnly"
    rel collection:b:includes = [</C/Box>, </C/Other>, </C>]
    uniform token collection:c:expansionRule = "expandPrimsAndProperties"
    rel collection:c:includes = [</C/Box/Lid>, </C>, </Asset/Other>]
    rel collection:d:includes = [</Below/D>, </Below/D/Box>, </C/Box/Lid>, </C/Box>, </C/Box/Hidden>]
    rel collection:e:includes = [</C/Box.size>, </I/Box.size>, </I/Box/Hidden.kept>, </C/Box.missing>]
}
def "I" (instanceable = true; references = </Asset>) {
}`);
    const collections = new Collections(reader);
    const paths = (name: string): readonly string[] => {
      const membership = collections.membership(`/Holder.collection:${name}`);
      return membership === undefined
        ? []
        : [...collections.includedPaths(membership)]
            .filter((path) => !path.includes(".") || /\.(?:size|kept)$/u.test(path))
            .sort();
    };
    // usd-core 26.11
    expect(paths("a")).toEqual(["/C/Box"]);
    expect(paths("b")).toEqual(["/C/Box", "/C/Other"]);
    expect(paths("c")).toEqual(["/Asset/Other", "/Asset/Other.size", "/C/Box/Lid", "/C/Box/Lid.size"]);
    expect(paths("d")).toEqual(["/Below/D/Box", "/Below/D/Box/Lid", "/C/Box", "/C/Box/Lid"]);
    expect(paths("e")).toEqual(["/C/Box.size", "/I/Box.size", "/I/Box/Hidden.kept"]);
  });

  test("are part of queries", async () => {
    const { stage } = await read(scene);
    const paths = (expression: string): readonly string[] => [...queryStage(stage, expression)].map(({ path }) => path);
    expect(paths("%/Sets:cubes - /Strong//")).toEqual(["/A/Box", "/A/Plain"]);
    expect(paths("%/Sets:missing + /A")).toEqual(["/A"]);
    expect(() => paths("%:cubes")).toThrow('"%:cubes" needs the prim that has the collection: write "%/Prim:cubes"');
  });
});

test("values of inputs come from outputs of shaders through node graphs, or from inputs", async () => {
  const { reader, at } = await read(`
def Material "M" {
    float inputs:gain = 2
    float inputs:none
    def NodeGraph "Graph" {
        float inputs:in.connect = </M.inputs:gain>
        float outputs:out.connect = </M/Texture.outputs:r>
        float outputs:cycle.connect = </M/Graph.outputs:cycle>
    }
    def Shader "Texture" {
        float outputs:r
    }
    def Shader "Surface" {
        float inputs:a.connect = </M/Graph.outputs:out>
        float inputs:b.connect = </M/Graph.inputs:in>
        float inputs:c = 1
        float inputs:c.connect = </M/Graph.outputs:cycle>
        float inputs:d.connect = [</M/Texture.outputs:r>, </M.inputs:none>, </M.inputs:gain>]
    }
}`);
  const from = (name: string, shaderOutputsOnly?: boolean): readonly string[] =>
    valueProducingAttributes(reader, { prim: at("/M/Surface"), name }, { shaderOutputsOnly }).map(
      (each) => `${each.prim.path}.${each.name}`,
    );
  expect([from("inputs:a"), from("inputs:b"), from("inputs:b", true)]).toEqual([
    ["/M/Texture.outputs:r"],
    ["/M.inputs:gain"],
    [],
  ]);
  expect(from("inputs:c")).toEqual(["/M/Surface.inputs:c"]);
  expect(from("inputs:d")).toEqual(["/M/Texture.outputs:r", "/M.inputs:gain"]);
});
