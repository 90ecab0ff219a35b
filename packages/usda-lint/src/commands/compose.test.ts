import { describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const files = {
  "shot.usda": `#usda 1.0
(
    subLayers = [@./anim.usda@, @./none.usda@]
)
def Xform "World"
{
    def "Chair" (
        prepend references = @parts/chair.usda@
        instanceable = true
    )
    {
    }
    def "Lamp" (
        active = false
    )
    {
        def "Bulb"
        {
        }
    }
}
`,
  "anim.usda": '#usda 1.0\nover "World"\n{\n    double speed = 2\n}\n',
  "session.usda": '#usda 1.0\nover "World"\n{\n    double speed = 3\n}\n',
  "library/parts/chair.usda": `#usda 1.0
(
    defaultPrim = "Chair"
)
def Xform "Chair" (
    prepend variantSets = "look"
    variants = {
        string look = "red"
    }
)
{
    variantSet "look" = {
        "red" {
            def "Red"
            {
            }
        }
        "blue" {
            def "Blue"
            {
            }
        }
    }
}
`,
};

async function run(...args: string[]): Promise<Result> {
  using folder = new TestFolder(files);
  return await runCommand("usda", args, { cwd: folder.path });
}

describe("usda compose", () => {
  test("prints stacks as JSON, the strongest spec first, and errors with the statement", async () => {
    const { code, stdout } = await run("compose", "shot.usda", "--json", "--search-path", "library");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      layerStack: ["shot.usda", "anim.usda"],
      prims: [
        {
          path: "/World",
          primStack: [
            ["shot.usda", "/World"],
            ["anim.usda", "/World"],
          ],
          children: ["Chair", "Lamp"],
          properties: { speed: [["anim.usda", "/World.speed"]] },
        },
        {
          path: "/World/Chair",
          primStack: [
            ["shot.usda", "/World/Chair"],
            ["library/parts/chair.usda", "/Chair"],
            ["library/parts/chair.usda", "/Chair{look=red}"],
          ],
          children: ["Red"],
          properties: {},
        },
        {
          path: "/World/Chair/Red",
          primStack: [["library/parts/chair.usda", "/Chair{look=red}Red"]],
          children: [],
          properties: {},
        },
        { path: "/World/Lamp", primStack: [["shot.usda", "/World/Lamp"]], children: ["Bulb"], properties: {} },
        { path: "/World/Lamp/Bulb", primStack: [["shot.usda", "/World/Lamp/Bulb"]], children: [], properties: {} },
      ],
      errors: [
        {
          code: "MISSING_SUBLAYER",
          message: "The sublayer @./none.usda@ cannot be opened: there is no such layer",
          prim: "/",
          layer: "shot.usda",
          line: 3,
          column: 33,
          offset: 44,
        },
      ],
    });
  });

  test("composes one prim, with a session layer and another variant", async () => {
    const options = ["--session", "session.usda", "--search-path", "library", "--variant", "/World/Chair{look=blue}"];
    const world = await run("compose", "shot.usda", "--prim", "/World", "--json", ...options);
    expect(JSON.parse(world.stdout)).toMatchObject({
      layerStack: ["session.usda", "shot.usda", "anim.usda"],
      prims: [
        {
          properties: {
            speed: [
              ["session.usda", "/World.speed"],
              ["anim.usda", "/World.speed"],
            ],
          },
        },
      ],
    });
    const chair = await run("compose", "shot.usda", "--prim", "/World/Chair", ...options);
    expect(chair.stdout).toContain("/Chair{look=blue}");
    expect(chair.stdout).not.toContain("/Chair{look=red}");
  });

  test("names a missing layer with its line", async () => {
    const { stdout } = await run("compose", "shot.usda");
    expect(stdout).toContain(
      "shot.usda:8:30: /World/Chair: </World/Chair> references @parts/chair.usda@: there is no such layer",
    );
  });

  test.each([
    ["The stage has no prim", ["shot.usda", "--prim", "/None"]],
    ["Expected a selection such as", ["shot.usda", "--variant", "/World"]],
    ["there is no such layer", ["none.usda"]],
    ["there is no such layer", ["shot.usda", "--session", "none.usda"]],
  ])("%s", async (message, args) => {
    const { code, stderr } = await run("compose", ...args);
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });
});

describe("usda tree --composed", () => {
  test("prints the tree of the stage", async () => {
    const { stdout } = await run("tree", "shot.usda", "--composed", "--properties", "--search-path", "library");
    expect(stdout).toBe(
      [
        "shot.usda",
        "└─ World Xform",
        "   │  · speed",
        "   ├─ Chair Xform  references library/parts/chair.usda</Chair>  {look=red}  instance",
        "   │  └─ Red",
        "   └─ Lamp  inactive",
        "",
      ].join("\n"),
    );
  });

  test("rejects options of composition without it", async () => {
    expect((await run("tree", "shot.usda", "--session", "session.usda")).stderr).toContain("need --composed");
  });
});
