/** A new property as a layer of its own, so that it can be edited before it is inserted where it belongs. */
import { decodeUtf8, encodeUtf8, quote } from "@usdkit/base";
import { lookUpSpec, type Layer, type PropertySpec } from "@usdkit/layer";
import { parseUsda, type ParseResult } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { checkPropertiesText, indentText } from "./fragment.ts";
import { indentUnit } from "./lines.ts";
import { sourceOf } from "./statement-parts.ts";

/** One element of the path of a prim or variant: `/A`, `B` after a selection, `{set=v}`. */
const ELEMENT = /\{([^=}]+)=([^}]+)\}|\/?([^/{}]+)/gu;

/**
 * Returns a layer with nothing but a new property, at the path that it gets. What edits of that layer write, inserted by
 * `PropertyPlace.insert`, is what they would write in `layer`, if the property is on lines of its own there.
 *
 * ```ts
 * const draft = draftProperty(layer, "/World/Ball.size", "custom double size = 2");
 * ```
 *
 * @param layer where the property is inserted afterwards, for the indentation
 * @param statement declares the property: `double radius = 2`
 * @throws EditError if the statement is not that of one property of this name
 */
export function draftProperty(layer: Layer, path: string, statement: string): ParseResult {
  const owner = path.slice(0, path.lastIndexOf("."));
  let head = "";
  let tail = "";
  for (const [, set, variant, prim] of owner.matchAll(ELEMENT) as Iterable<readonly (string | undefined)[]>) {
    head += prim === undefined ? `variantSet "${set}" = {\n"${variant}" {\n` : `over "${prim}"\n{\n`;
    tail += prim === undefined ? "}\n}\n" : "}\n";
  }
  // The comment of the layer shows one level of indentation.
  const unit = indentUnit(sourceOf(layer));
  const text = `#usda 1.0\n(\n${unit}""\n)\n${head}${indentText(statement, "", "\n")}\n${tail}`;
  const draft = parseUsda(encodeUtf8(text));
  const isOne = draft.diagnostics.length === 0 && propertyOf(draft.layer, path)?.parent.properties.length === 1;
  if (isOne) return draft;
  checkPropertiesText(owner, statement, 1);
  throw new EditError(`Expected the statement of ${quote(path)}, found ${quote(statement)}`);
}

/**
 * Returns the statements of the property of a draft.
 *
 * @throws EditError if it has none any more
 */
export function draftStatements(draft: Layer, path: string): string {
  const statements = propertyOf(draft, path)?.statements ?? [];
  const [first] = statements;
  const last = statements.at(-1);
  if (first === undefined || last === undefined) throw new EditError(`The draft has no property ${quote(path)}`);
  return decodeUtf8(sourceOf(draft), first.start, last.end);
}

function propertyOf(draft: Layer, path: string): PropertySpec | undefined {
  const spec = lookUpSpec(draft, path);
  return spec?.specType === "attribute" || spec?.specType === "relationship" ? spec : undefined;
}
