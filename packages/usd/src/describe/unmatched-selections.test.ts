import { expect, test } from "vitest";
import { Stage } from "../stage/stage.ts";
import { pathResolver } from "../resolve/path-resolver.ts";
import { unmatchedSelections } from "./unmatched-selections.ts";

const CHAIR = `#usda 1.0
def "Chair" (
    variantSets = "look"
)
{
    variantSet "look" = {
        "oak" {
        }
        "red" {
        }
    }
}
`;
const ROOT = `#usda 1.0
def "World"
{
    def "Chair" (
        references = @chair.usda@</Chair>
    )
    {
    }
}
`;

async function open(variants: Record<string, Record<string, string>>): Promise<string[]> {
  const files = new Map([
    ["root.usda", ROOT],
    ["chair.usda", CHAIR],
  ]);
  const resolver = pathResolver({ read: (path) => Buffer.from(files.get(path) ?? expect.fail(path)) });
  const stage = await Stage.open("root.usda", { resolver, variants });
  return unmatchedSelections(stage, variants).map(({ selection, problem }) => `${selection}: ${problem}`);
}

test("selections of prims, sets and variants that are not there are named with what is", async () => {
  expect(
    await open({
      "/World/Chair": { look: "rde", color: "red" },
      "/World": { look: "red" },
      "/World/Table": { look: "red" },
    }),
  ).toEqual([
    '/World/Chair{look=rde}: "look" has no variant "rde": it has "oak", "red"',
    '/World/Chair{color=red}: the prim has no variant set "color": it has "look"',
    '/World{look=red}: the prim has no variant set "look"',
    "/World/Table{look=red}: there is no such prim",
  ]);
});

test("a selection through a reference, and an empty one, are right", async () => {
  expect(await open({ "/World/Chair": { look: "red" } })).toEqual([]);
  expect(await open({ "/World/Chair": { look: "" } })).toEqual([]);
});
