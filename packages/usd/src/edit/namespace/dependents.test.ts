import { expect, test } from "vitest";
import { edited } from "../test-support/edited-files.ts";

// As `UsdNamespaceEditor.MovePrimAtPath` leaves them.
test.each(["specializes", "inherits", "references"])(
  "a prim that is moved to where an arc brings nothing takes no overs along: %s",
  async (arc) => {
    const root = `def "B"
{
  def "X"
  {
      custom int a = 1
  }
}
def "A" (
  ${arc} = </B>
)
{
  custom rel r = </A/X>
  over "X"
  {
      custom int b = 2
  }
}
`;
    for (const to of ["/New", "/A/Y", "/A/X/Y"]) {
      const { texts, prims } = await edited({ "root.usda": root }, { op: "move", path: "/B/X", to });
      expect(prims).toContain(to);
      expect(texts["root.usda"]).toContain("custom int a = 1");
      expect(texts["root.usda"]).not.toContain("custom int b = 2");
      expect(texts["root.usda"]).toContain("custom rel r = None");
    }
  },
);

test("overs of classes follow that a file behind an arc derives from each other", async () => {
  const files = {
    "root.usda":
      'def "A" (\n    references = @model.usda@</A>\n)\n{\n}\n' +
      'class "B"\n{\n    over "X"\n    {\n    }\n}\nclass "C"\n{\n    over "X"\n    {\n    }\n}\n',
    "model.usda":
      'def "A" (\n    inherits = </B>\n)\n{\n}\nclass "B" (\n    inherits = </C>\n)\n{\n}\nclass "C"\n{\n}\n',
  };
  const { texts } = await edited(files, { op: "rename", path: "/C/X", name: "Y" });
  expect(texts["root.usda"]).toBe(files["root.usda"].replaceAll('"X"', '"Y"'));
});

// "found conflicting specs at node … that will not be edited" is the warning of `UsdNamespaceEditor`.
test.each(["references = @model.usda@</E>", "references = </C>", "payload = @model.usda@</E>"])(
  "an over that another site has a prim for stays: %s",
  async (arc) => {
    const files = {
      "root.usda":
        `def "A" (\n    inherits = </B>\n    ${arc}\n)\n{\n    over "X"\n    {\n        custom int a = 1\n    }\n}\n` +
        'class "B"\n{\n    def "X"\n    {\n    }\n}\nclass "C"\n{\n    def "X"\n    {\n    }\n}\n',
      "model.usda": 'def "E"\n{\n    def "X"\n    {\n    }\n}\n',
    };
    const over = 'over "X"\n    {\n        custom int a = 1';
    for (const edit of [
      { op: "rename", path: "/B/X", name: "Y" },
      { op: "move", path: "/B/X", to: "/X" },
      { op: "remove", path: "/B/X", everywhere: true },
    ] as const) {
      expect((await edited(files, edit)).texts["root.usda"]).toContain(over);
    }
  },
);
