import { insertPrim, insertProperty, setAttributeValue, type TextEdit } from "@usdkit/usda";
import type { RuleContext } from "../rule/rule.ts";

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the text of a Scope with RenderSettings of this size, to paste into a scene. */
export function renderSettingsText({ width, height }: Size): string {
  return `def Scope "Render"\n{\n    ${indent(settingsText({ width, height }))}\n}`;
}

/** Returns edits that author the resolution on the RenderSettings in use, or on new ones; none if neither is possible. */
export function authorResolution({ layer, scene }: RuleContext, size: Size): readonly TextEdit[] {
  const settings = scene.renderSettings.at(0)?.prim;
  if (settings !== undefined) {
    const declared = settings.properties.find(({ name }) => name === "resolution");
    return declared === undefined
      ? insertProperty(layer, settings.path, statementOf(size))
      : setAttributeValue(layer, declared.path, `(${size.width}, ${size.height})`);
  }
  const render = layer.root.children.find(({ name }) => name === "Render");
  if (render === undefined) return insertPrim(layer, "/", renderSettingsText(size));
  // A prim of that name with another type, or an inactive one, cannot contain them.
  const isScope = render.typeName === "Scope" && render.specifier === "def" && !render.fields.has("active");
  return isScope ? insertPrim(layer, "/Render", settingsText(size)) : [];
}

function settingsText(size: Size): string {
  return `def RenderSettings "Settings"\n{\n    ${statementOf(size)}\n}`;
}

function statementOf({ width, height }: Size): string {
  return `int2 resolution = (${width}, ${height})`;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
