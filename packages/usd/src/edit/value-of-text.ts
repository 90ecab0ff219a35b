/** Values of attributes as a user types them: as in a text, or a word for a string. */
import { parseUsda } from "@usdkit/usda";
import type { Value } from "@usdkit/layer";
import { StageValues } from "../values/stage-values.ts";
import type { EditableStage } from "./editable-stage.ts";
import { StageEditError } from "./stage-edit-error.ts";

/**
 * Returns the value of an attribute for a text: `1.5`, `(1, 2, 3)`, `[1, 2]`, `red`, `None`.
 *
 * ```ts
 * await stage.edit({}, [{ op: "set", path, value: valueOfText(stage, path, "(0, 1, 2)") }]);
 * ```
 *
 * @param type of an attribute that does not exist yet
 * @returns null for `None`; the text itself if the attribute does not exist and has no type
 * @throws StageEditError if the text is no value of the type
 */
export function valueOfText(stage: EditableStage, path: string, text: string, type?: string): Value | string | null {
  const typeName = new StageValues(stage).attribute(path)?.typeName ?? type;
  // The edit reports an attribute that does not exist.
  if (typeName === undefined) return text;
  const isWord = /^(?:string|token|asset|pathExpression)$/u.test(typeName) && !/^["'@]|^None$/u.test(text.trim());
  if (isWord) return text;
  const { layer, diagnostics } = parseUsda(`#usda 1.0\nover "P"\n{\n    ${typeName} x = ${text}\n}\n`);
  const [prim] = layer.root.children;
  const [property] = prim?.properties ?? [];
  const [problem] = diagnostics;
  const isAlone = problem === undefined && prim.properties.length === 1 && property.fields.size === 0;
  if (!isAlone || property.specType !== "attribute" || property.defaultValue === undefined) {
    const reason = problem === undefined ? "" : `: ${problem.message}`;
    const found = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
    throw new StageEditError(`Expected a value of type ${typeName} for ${path}, found ${found}${reason}`);
  }
  const { defaultValue } = property;
  return defaultValue.kind === "block" ? null : defaultValue;
}
