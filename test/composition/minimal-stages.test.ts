// The smallest stages that random ones were reduced to, each with what the reference implementation, release 26.11, composes.

import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";

interface MinimalStage {
  readonly title: string;
  readonly prim: string;
  /** By file name, without the first line. */
  readonly layers: Readonly<Record<string, string>>;
  /** Layer and path, strongest first. */
  readonly specs: readonly string[];
  readonly children: readonly string[];
}

const stages: readonly MinimalStage[] = [
  {
    title: "a class at the target of a relocation is implied across a reference",
    prim: "/D/D/C/D/A",
    layers: {
      "root.usda": `(
    expressionVariables = {
        string FILE = "l1.usda"
    }
    relocates = {
        </C/D>: </B>
    }
)
over "B" {
    over "E" {}
}
def "C" (
    prepend references = @./l1.usda@</D>
) {}
def "D" {
    def "D" {
        def "C" (
            append references = @\`"./\${FILE}"\`@</A>
        ) {}
    }
}`,
      "l1.usda": `class "A" {
    def "D" {
        over "A" (
            add inherits = </B/E>
        ) {}
    }
}
over "D" {
    def "D" (
        instanceable = true
    ) {}
}`,
    },
    specs: ["root.usda /B/E", "l1.usda /A/D/A"],
    children: [],
  },
  {
    title: "a specialize of a prim above is weaker than the prim that authors it",
    prim: "/A/E/D/C/E/C/E",
    layers: {
      "root.usda": `(
    subLayers = [@./l0.usda@ (offset = 1; scale = 2)]
)`,
      "l0.usda": `(
    subLayers = [@./l1.usda@ (offset = 4; scale = 1)]
)
class "A" {
    def "E" {
        def "D" (
            prepend references = </B> (offset = 4; scale = 2)
        ) {}
    }
}
def "E" (
    prepend references = </D>
) {}`,
      "l1.usda": `(
    subLayers = [@./l2.usda@ (offset = 8; scale = 3)]
)
class "A" {
    class "E" {
        def "D" (
            prepend inherits = </D>
        ) {}
    }
}
def "D" (
    append references = @./l2.usda@</B>
) {}`,
      "l2.usda": `over "B" {
    def "C" {
        def "E" (
            add specializes = </E>
        ) {}
    }
}
over "E" {}`,
    },
    specs: ["l2.usda /B/C/E", "l2.usda /E"],
    children: [],
  },
  {
    title: "a specialize keeps the order of the payload and the class that it leads to",
    prim: "/A/D/A/A",
    layers: {
      "root.usda": `(
    subLayers = [@./l0.usda@ (offset = 2; scale = 1)]
)`,
      "l0.usda": `(
    subLayers = [@./l1.usda@ (offset = 4; scale = 3)]
)
over "D" (
    add variantSets = "v"
) {
    variantSet "v" = {
        "x" (
            prepend references = @./l1.usda@</A>
        ) {
        }
    }
}`,
      "l1.usda": `def "A" {
    def "A" {
        def "A" (
            add specializes = </B>
        ) {}
    }
    def "D" (
        prepend inherits = </D>
        variants = {
            string v = "x"
        }
    ) {}
}
def "B" (
    prepend payload = </C>
) {}
over "C" (
    prepend inherits = </E>
) {}
def "E" {}`,
    },
    specs: ["l1.usda /A/A/A", "l1.usda /B", "l1.usda /C", "l1.usda /E", "l1.usda /B", "l1.usda /C", "l1.usda /E"],
    children: [],
  },
  {
    title: "an implied class adds no second node for a site",
    prim: "/E",
    layers: {
      "root.usda": `class "E" (
    add references = @./l1.usda@</E>
) {}`,
      "l1.usda": `(
    subLayers = [@./l2.usda@ (offset = 7; scale = 2)]
)
def "E" (
    prepend references = @./l2.usda@
) {}`,
      "l2.usda": `(
    defaultPrim = "C"
)
over "C" (
    prepend inherits = </E>
) {}`,
    },
    specs: ["root.usda /E", "l1.usda /E", "l2.usda /C"],
    children: [],
  },
  {
    title: "a selection in an implied class does not select a variant of a prim above",
    prim: "/A/C",
    layers: {
      "root.usda": `(
    subLayers = [@./l1.usda@ (offset = 1; scale = 1)]
)
class "E" (
    variants = {
        string w = "x"
    }
    append variantSets = "w"
) {
    variantSet "w" = {
        "x" {
            def "C" (
                variants = {
                    string w = "y"
                }
            ) {}
        }
    }
}`,
      "l1.usda": `(
    subLayers = [@./l2.usda@]
)`,
      "l2.usda": `(
    subLayers = [@./l3.usda@ (offset = 2; scale = 3)]
)
class "D" (
    prepend inherits = </E/C>
) {}`,
      "l3.usda": `def "A" {
    class "C" (
        prepend references = </D/C>
    ) {}
}
def "D" (
    append variantSets = "w"
) {
    variantSet "w" = {
        "y" {
            class "C" {}
        }
    }
}`,
    },
    specs: ["l3.usda /A/C"],
    children: [],
  },
];

test.for(stages)("$title", async ({ prim, layers, specs, children }) => {
  const stage = await openStage(layers);
  const { graph } = stage.primIndex(prim) ?? {};
  const found = stage
    .primStack(prim)
    .map(({ layer, node }) => `${layer.identifier} ${graph === undefined ? "" : stage.paths.text(graph.path(node))}`);
  expect(found).toEqual(specs);
  expect(stage.childNames(prim).names).toEqual(children);
});

test("a target that the class of a relocated prim cannot map is left out", async () => {
  const stage = await openStage({
    "root.usda": `(
    relocates = {
        </B/A>: </C>
    }
)
over "B" (
    references = @./l1.usda@</D>
) {}`,
    "l1.usda": `def "D" {
    def "A" (
        references = </E>
    ) {}
}
def "E" {
    double c.connect = </D/A.p0>
}`,
  });
  expect(stage.targets("/C", "c").targets).toEqual([]);
  expect(stage.targets("/C", "c").errors.map(({ code }) => code)).toEqual(["TARGET_OUTSIDE_OF_ARC"]);
});

test("relocations that move each other's sources are followed from the last one", async () => {
  const stage = await openStage({
    "root.usda": `def "D" {
    def "A" {
        rel r = </D/A/B>
    }
    def "C" (
        references = @./l1.usda@</C>
    ) {}
}`,
    "l1.usda": `(
    relocates = {
        </A/A>: </C>,
        </C/E>: </A>
    }
)
def "C" (
    specializes = </D/A>
) {}`,
  });
  expect(stage.targets("/D/C", "r").targets).toEqual(["/D/A/B"]);
});

test("a target in an instance of its class is one of the stage, and reported", async () => {
  const stage = await openStage({
    "root.usda": `class "Class" {
    rel r = </Other.x>
}
def "One" (
    inherits = </Class>
) {}
def "Other" (
    inherits = </Class>
) {}
def "Both" (
    inherits = </Class>
    references = </Class>
) {}`,
  });
  expect(stage.targets("/Both", "r")).toMatchObject({ targets: ["/Other.x"], inClassInstances: [] });
  const { targets, inClassInstances, errors } = stage.targets("/One", "r");
  expect(targets).toEqual(["/Other.x"]);
  expect(inClassInstances).toEqual(["/Other.x"]);
  expect(errors.map(({ code }) => code)).toEqual(["TARGET_IN_CLASS_INSTANCE"]);
});

async function openStage(layers: MinimalStage["layers"]): Promise<Stage> {
  const encoder = new TextEncoder();
  const files = Object.entries(layers).map(([name, text]) => [name, encoder.encode(`#usda 1.0\n${text}\n`)] as const);
  return Stage.open("root.usda", { resolver: memoryResolver(new Map(files)) });
}
