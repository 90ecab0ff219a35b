import { memoryResolver, placeOf, Stage } from "../index.ts";
import { expect, test } from "vitest";

const ROOT = `#usda 1.0
(
    subLayers = [@./sub.usda@]
    relocates = {
        </W/A>: </W/B>,
        </W/C>: </W/C/D>,
        </W/E>: </W/B>
    }
)
def "W"
{
}
`;
const SUB = `#usda 1.0
(
    relocates = { </W/X>: </W/Y>, </R>: </W/R> }
)
`;

test("errors of relocates have the place of the entry, in the layer that authors it", async () => {
  const files = { "root.usda": ROOT, "sub.usda": SUB };
  const bytes = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(new Map(bytes)) });
  const places = stage.layerStack.errors.map(({ code, statement }) => {
    const place = statement && placeOf(statement);
    return `${place?.layer}:${place?.line}:${place?.column} ${code}`;
  });
  expect(places).toEqual([
    "root.usda:6:9 INVALID_RELOCATE",
    "sub.usda:3:35 INVALID_RELOCATE",
    "root.usda:5:9 SAME_TARGET_RELOCATES",
  ]);
});
