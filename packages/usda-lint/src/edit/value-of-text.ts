/** Values of the command line: as in a text, or a word for a string. */
import { UsageError } from "@usdkit/command/cli/errors";
import type { Stage } from "@usdkit/usd";

/**
 * Returns the value of an attribute for a text: `1.5`, `(1, 2, 3)`, `[1, 2]`, `red`, `None`.
 *
 * @param type of an attribute that does not exist yet
 * @throws UsageError if there is no such attribute and no type, or the text is no value of the type
 */
export async function valueOfText(
  stage: Stage,
  path: string,
  text: string,
  type: string | undefined,
): Promise<unknown> {
  const { StageValues } = await import("@usdkit/usd");
  const { parseUsda } = await import("@usdkit/usda");
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
    throw new UsageError(`Expected a value of type ${typeName} for ${path}, found ${JSON.stringify(text)}${reason}`);
  }
  const { defaultValue } = property;
  return defaultValue.kind === "block" ? null : defaultValue;
}
