import { parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { schemaSetOf } from "./schema-rows.ts";

const layer = parseUsda(`#usda 1.0

class StudioRig "StudioRig" (
    prepend apiSchemas = ["StudioTagAPI"]
)
{
    uniform token side = "left" (
        allowedTokens = ["left", "right"]
    )
    rel target
}

class "StudioTagAPI"
{
    string studio:tag = ""
}
`).layer;
const plugInfo = `# made by usdGenSchema
{ "Plugins": [ { "Info": { "Types": { "StudioSchemaRig": {
  "alias": { "UsdSchemaBase": "StudioRig" }, "bases": ["UsdGeomXform"], "schemaKind": "concreteTyped" } } } } ] }`;

test("schemas of a site have their bases, API schemas, types and tokens", () => {
  const set = schemaSetOf([{ layer, plugInfo }]);
  expect(set.isA("StudioRig", "Xformable")).toBe(true);
  expect(set.schemaOf("StudioRig")).toMatchObject({ kind: "concrete", builtInApis: ["StudioTagAPI"] });
  expect(set.propertyOf("StudioRig", "side")).toMatchObject({ type: "token", allowedTokens: ["left", "right"] });
  expect(set.propertyOf("Mesh", "studio:tag", ["StudioTagAPI"])?.type).toBe("string");
});

test("without a plugInfo.json, or with a broken one, types inherit nothing", () => {
  for (const info of [undefined, "{", "[]", '{"Plugins": 1}']) {
    expect(schemaSetOf([{ layer, plugInfo: info }]).isA("StudioRig", "Xformable")).toBe(false);
  }
});
