/** Text that a caller inserts into a layer: parsed separately first, then indented for its position. */
import type { Layer, PrimLike, Spec } from "@usdkit/layer";
import { decodeUtf8, encodeUtf8, quote } from "@usdkit/base";
import { parseUsda } from "../parse/parse-usda.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../scan/characters.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { newScanner } from "./statement-parts.ts";

/** Returns the names of the prims in a path, without variant selections. */
function primNames(path: string): string[] {
  return path
    .replaceAll(/\{[^}]*\}/g, "/")
    .split("/")
    .filter((name) => name !== "" && !name.startsWith("."));
}

/** Parses the text inside prims of the same names as in the path, so that relative paths resolve the same; errors name `at`. */
function parseInside(path: string, text: string, what: string, at: string = path): PrimLike & Spec {
  const names = primNames(path);
  const head = names.map((name) => `over "${name}"\n{\n`).join("");
  const { layer, diagnostics } = parseUsda(`#usda 1.0\n${head}${text}\n${"}\n".repeat(names.length)}`);
  const [problem] = diagnostics;
  if (problem !== undefined) {
    throw new EditError(`${what} is not valid at ${quote(at === "" ? "/" : at)}: ${problem.message}`);
  }
  return descend(layer, names);
}

function descend(layer: Layer, names: readonly string[]): PrimLike & Spec {
  let spec: PrimLike & Spec = layer.root;
  for (const name of names) {
    if (spec.children.length + spec.properties.length > 1) break;
    const next: (PrimLike & Spec) | undefined = spec.children.find((child) => child.name === name);
    if (next === undefined) break;
    spec = next;
  }
  if (spec.path !== `/${names.join("/")}`) throw new EditError("The text closes a brace that it does not open");
  return spec;
}

/**
 * Returns the names of the prims that the text defines.
 *
 * @throws EditError if it contains anything else, no prim, or a number of prims other than `count`
 */
export function checkPrimsText(parentPath: string, text: string, count: number | undefined): string[] {
  const { children, properties, variantSets } = parseInside(parentPath, text, "The prim");
  if (!isCount(children.length, count) || properties.length + variantSets.length > 0) {
    const what = count === 1 ? "One prim is" : "Prims alone are";
    throw new EditError(`${what} expected to be inserted at ${quote(parentPath)}`);
  }
  return children.map((child) => child.name);
}

/**
 * Returns the names of the properties that the text defines, each in one statement or several.
 *
 * @throws EditError if it contains anything else, no property, or a number of properties other than `count`
 */
export function checkPropertiesText(primPath: string, text: string, count: number | undefined): string[] {
  const { children, properties, variantSets } = parseInside(primPath, text, "The property");
  if (!isCount(properties.length, count) || children.length + variantSets.length > 0) {
    const what = count === 1 ? "One property is" : "Properties alone are";
    throw new EditError(`${what} expected to be inserted at ${quote(primPath)}`);
  }
  return properties.map((property) => property.name);
}

function isCount(length: number, count: number | undefined): boolean {
  return count === undefined ? length > 0 : length === count;
}

/** @throws EditError if `text` is not a value of the type */
export function checkValueText(path: string, typeName: string, text: string): void {
  const dot = path.lastIndexOf(".");
  const { children, properties, variantSets } = parseInside(path.slice(0, dot), `${typeName} x = ${text}`, "The value");
  const [{ fields }] = properties;
  if (properties.length > 1 || fields.size > 0 || children.length + variantSets.length > 0) {
    throw new EditError(`One value of type ${typeName} is expected for ${quote(path)}`);
  }
}

/** @throws EditError if the entry is not valid metadata of the spec */
export function checkEntry(spec: Spec, entry: string): void {
  const block = `(\n${entry}\n)`;
  if (spec.specType === "pseudoRoot") {
    const { diagnostics } = parseUsda(`#usda 1.0\n${block}\n`);
    const [problem] = diagnostics;
    if (problem !== undefined) throw new EditError(`The metadata is not valid at "/": ${problem.message}`);
    return;
  }
  if (spec.specType === "attribute" || spec.specType === "relationship") {
    const type = spec.specType === "attribute" ? spec.typeName : "rel";
    parseInside(spec.parent.path, `${type} ${spec.name} ${block}`, "The metadata", spec.path);
    return;
  }
  const parent = spec.path.replaceAll(/\{[^}]*\}/g, "/").replaceAll(/\/+$/g, "");
  const slash = parent.lastIndexOf("/");
  parseInside(parent.slice(0, slash), `over "${parent.slice(slash + 1)}" ${block}\n{\n}`, "The metadata", spec.path);
}

/**
 * Returns the text for another position: blank edges removed, up to `dedent` blanks removed from each line but the
 * first and `indent` added, line ends replaced by `lineEnd`. Lines inside strings stay unchanged.
 */
export function indentText(text: string, indent: string, lineEnd: string, dedent = 0): string {
  const bytes = encodeUtf8(text.trim());
  const scanner = newScanner(bytes, 0);
  let out = "";
  let from = 0;
  do {
    scanner.next();
    out += indentTrivia(decodeUtf8(bytes, from, scanner.start), indent, lineEnd, dedent);
    out += decodeUtf8(bytes, scanner.start, scanner.end);
    from = scanner.end;
  } while (scanner.kind !== TokenKind.endOfFile && scanner.kind !== TokenKind.invalid);
  return out + decodeUtf8(bytes, from, bytes.length);
}

function indentTrivia(trivia: string, indent: string, lineEnd: string, dedent: number): string {
  if (!trivia.includes("\n")) return trivia;
  const [first, ...rest] = trivia.split(/\r\n|\n/);
  const last = rest.length - 1;
  const lines = rest.map((line, index) =>
    line.trim() === "" && index < last ? "" : indent + withoutBlanks(line, dedent),
  );
  return [first, ...lines].join(lineEnd);
}

function withoutBlanks(line: string, count: number): string {
  let blanks = 0;
  while (blanks < count && line[blanks] === " ") blanks++;
  return line.slice(blanks);
}

/** Returns whether the text has more than one line. */
export function hasLines(text: string): boolean {
  const bytes = encodeUtf8(text);
  return bytes.includes(LINE_FEED) || bytes.includes(CARRIAGE_RETURN);
}
