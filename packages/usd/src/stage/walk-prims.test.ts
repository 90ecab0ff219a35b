import { parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { NO_PATH } from "../paths/path-table.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "./stage.ts";

const asset = (radius: number): string => `#usda 1.0
(
    defaultPrim = "Asset"
)
def Xform "Asset"
{
    def Xform "Geom"
    {
        def Sphere "Ball"
        {
            double radius = ${radius}
        }
        def "Part" (
            references = @part.usda@
        )
        {
        }
    }
    def Scope "Empty"
    {
    }
}
`;
const PART =
  '#usda 1.0\n(\n    defaultPrim = "Part"\n)\ndef "Part"\n{\n    def "Inner"\n    {\n        def "Leaf"\n        {\n        }\n    }\n}\n';
const SHOT = `#usda 1.0
def "World"
{
    def "A" (
        references = @asset.usda@
    )
    {
    }
    def "B" (
        references = @asset.usda@
    )
    {
        over "Geom"
        {
            def "Own"
            {
            }
        }
    }
}
`;

function open(mask?: readonly string[]): Promise<Stage> {
  const files = { "shot.usda": SHOT, "asset.usda": asset(1), "part.usda": PART };
  const encoder = new TextEncoder();
  const bytes = new Map(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]));
  return Stage.open("shot.usda", { resolver: memoryResolver(bytes), mask });
}

/** The paths below a prim, by the names of the children of each. */
function pathsBelow(stage: Stage, prim: string): readonly string[] {
  return stage.childNames(prim).names.flatMap((name) => {
    const path = prim === "/" ? `/${name}` : `${prim}/${name}`;
    return [path, ...pathsBelow(stage, path)];
  });
}

test("paths are those of the children of each prim, those that are composed by themselves among them", async () => {
  const paths = [...(await open()).traverse()];
  expect(paths).toEqual(pathsBelow(await open(), "/"));
  expect(paths).toContain("/World/A/Geom/Part/Inner/Leaf");
  expect(paths).toContain("/World/B/Geom/Own");
  expect(paths).toHaveLength(16);
});

test("paths below a prim begin with it, and a mask leaves prims out", async () => {
  const stage = await open();
  expect([...stage.traverse("/World/A/Geom")]).toEqual(["/World/A/Geom", ...pathsBelow(stage, "/World/A/Geom")]);
  const masked = await open(["/World/A/Geom/Ball"]);
  expect([...masked.traverse()]).toEqual(["/World", "/World/A", "/World/A/Geom", "/World/A/Geom/Ball"]);
});

test("a change is reported for prims of which only the paths were visited", async () => {
  const stage = await open();
  expect([...stage.traverse()]).toContain("/World/A/Geom/Ball");
  const { layer } = parseUsda(new TextEncoder().encode(asset(2)));
  const { changed } = await stage.update({ layers: new Map([["asset.usda", layer]]) });
  expect(changed).toEqual(["/World/A/Geom/Ball.radius", "/World/B/Geom/Ball.radius"]);
});

test("a path that is none has no index and no children", async () => {
  const stage = await open();
  const none = stage.paths.parse("no path");
  expect([none, stage.index(none), stage.children(none)]).toEqual([NO_PATH, undefined, []]);
});
