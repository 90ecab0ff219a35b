// Campaign: Every tenth real file edited at several specs, and 300 texts in random spacing formatted

/** Laws for any text: with random spacing, and from the conformance files if they are next to the project. */
import { existsSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import type { Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/base";
import { dumpLayer } from "@usdkit/layer";
import { parseUsda } from "../parse/parse-usda.ts";
import { removePrim, removeProperty, setAttributeValue } from "./edits.ts";
import type { FormatOptions } from "../format/format-usda.ts";
import { formatUsdaBytes, formatUsdaEdits } from "../format/format-usda.ts";
import { insertPrim, insertProperty } from "./insert.ts";
import { renamePrim, renameProperty } from "./rename.ts";
import { removeField, setField } from "./set-field.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { applyEdits } from "../text-edits/text-edit.ts";

const conformance = new URL("../../../../../shared/conformance/", import.meta.url);

/** Returns false (and prints the reason) if the data is absent. */
function hasCorpus(): boolean {
  if (existsSync(conformance)) return true;
  console.warn("skipped: the conformance data is absent (../shared/conformance next to the project root)");
  return false;
}

/** Every accepted file: its name, and a function that reads it. */
function acceptedFiles(): { readonly name: string; readonly read: () => Uint8Array }[] {
  return ["real", "edge"].flatMap((kind) =>
    readFileSync(new URL(`${kind}/verdicts.jsonl`, conformance), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { file: string; accept: boolean | null })
      .filter(({ accept }) => accept === true)
      .map(({ file }) => ({
        name: `${kind}/${file}`,
        read: () => new Uint8Array(readFileSync(new URL(`${kind}/files/${encodeURI(file)}`, conformance))),
      })),
  );
}

const isCorpusThere = hasCorpus();

/** Expects the same content and number of comments in both texts, and no change from formatting again. */
function expectLaws(bytes: Uint8Array, options: FormatOptions, name: string): void {
  const before = parseUsda(bytes).layer;
  const out = formatUsdaBytes(bytes, options);
  const after = parseUsda(out);
  expect([name, ...after.diagnostics]).toEqual([name]);
  if (dumpLayer(after.layer) !== dumpLayer(before)) throw new Error(`${name}: the content changed`);
  const texts = (comments: readonly { readonly text: string }[]): string[] =>
    comments.map(({ text }) => text.trimEnd());
  expect([name, ...texts(after.layer.comments)]).toEqual([name, ...texts(before.comments)]);
  if (Buffer.compare(formatUsdaBytes(out, options), out) !== 0) throw new Error(`${name}: not idempotent`);
  if (Buffer.compare(applyEdits(bytes, formatUsdaEdits(bytes, options)), out) !== 0) {
    throw new Error(`${name}: the edits are not the text`);
  }
}

/** A text with the same content: `~` becomes blanks and comments on one line; `^` also line ends. */
const TEMPLATE =
  '#usda 1.0\n^(^defaultPrim~=~"A"|customLayerData~=~{^int a~=~1|string "b c"~=~"""x\n y"""^}^)\n^def Xform "A"^(^' +
  'prepend references~=~[^@a@~</B>~(^offset~=~1|scale~=~2^)~,^</C>^]|kind~=~"k"^)^{^custom~ int~[~]~ x~=~[^1~,^2~,^-3e4^]~' +
  '(^doc~=~"d"^)|float2 y~.~timeSamples~=~{^1~:~(^1~,^2^)~,^2~:~None^}|rel r~=~[^</A>~,^<../C>^]|' +
  'matrix2d m~=~(^(^1~,^0^)~,^(^0~,^1^)^)|\nvariantSet~ "v"~=^{^"x"^{^int z|^}^"y"^(^kind~=~"k"^)^{^}^}~\n}~\n';

const inline = fc.constantFrom("", " ", "  ", "\t", " /* c */ ", " /* c\nd */ ");
const lines = fc.constantFrom(
  "",
  " ",
  "\n",
  "\r\n",
  "\n\n\n",
  " # c\n",
  "\n  // d \n",
  " /* e */ ",
  "\n\n /* f */ # g\n",
);
const ends = fc.constantFrom("\n", ";", " ;\n", " # h\n", "; /* i */ ", "\r\n\n");
const texts = fc.infiniteStream(fc.tuple(inline, lines, ends)).map((stream) => {
  const next = (): [string, string, string] => stream.next().value as [string, string, string];
  return TEMPLATE.replaceAll(/[~^|]/g, (mark) => next()["~^|".indexOf(mark)]);
});

describe("formatting", () => {
  test("keeps content and comments and is idempotent, with any spacing", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.constantFrom(0, 2, 4), (text, reflow, indent) => {
        const bytes = encodeUtf8(text);
        expect(parseUsda(bytes).diagnostics).toEqual([]);
        expectLaws(bytes, { reflow, indent, lineWidth: 20 }, text);
      }),
      { numRuns: inject("deep") ? 300 : 60 },
    );
  });
});

interface SpecDump {
  readonly fields: Record<string, unknown>;
  readonly [children: string]: unknown;
}
type Dump = Record<string, SpecDump>;

/** Every how many real files one is edited. */
const STRIDE = inject("deep") ? 10 : 90;
/** Larger files, in bytes, are covered by the formatter's laws only. */
const MAX_BYTES = 100_000;

function dumpOf(layer: Layer): Dump {
  return (JSON.parse(dumpLayer(layer)) as { specs: Dump }).specs;
}

function apply(layer: Layer, edits: readonly TextEdit[], what: string): Layer {
  const bytes = applyEdits(layer.source ?? new Uint8Array(), edits);
  const result = parseUsda(bytes);
  expectSame(result.diagnostics, [], what);
  return result.layer;
}

function expectSame(actual: unknown, expected: unknown, what: string): void {
  expect({ what, value: actual }).toEqual({ what, value: expected });
}

/** Returns the paths of the specs that differ. */
function difference(before: Dump, after: Dump): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => JSON.stringify(before[path]) !== JSON.stringify(after[path])).sort();
}

/** Returns the first, a middle and the last item. */
function sample<T>(items: readonly T[]): T[] {
  return [...new Set([0, items.length >> 1, items.length - 1])].filter((i) => i in items).map((i) => items[i]);
}

function specsOf(layer: Layer): { prims: PrimSpec[]; properties: PropertySpec[] } {
  const prims: PrimSpec[] = [];
  const properties: PropertySpec[] = [];
  const stack: Spec[] = [layer.root];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    if (spec.specType === "variantSet") stack.push(...spec.variants);
    else if (spec.specType === "attribute" || spec.specType === "relationship") properties.push(spec);
    else {
      if (spec.specType === "prim") prims.push(spec);
      stack.push(...spec.children, ...spec.properties, ...spec.variantSets);
    }
  }
  return { prims, properties };
}

function checkSpec(layer: Layer, before: Dump, spec: PrimSpec | PropertySpec, name: string): void {
  const what = `${name} ${spec.path}`;
  const documented = apply(layer, setField(layer, spec.path, "doc", '"law"'), `${what}: doc`);
  const after = dumpOf(documented);
  const isSet = before[spec.path].fields["documentation"] === "law";
  expectSame(difference(before, after), isSet ? [] : [spec.path], what);
  expectSame(after[spec.path].fields, { ...before[spec.path].fields, documentation: "law" }, what);
  const removed = apply(documented, removeField(documented, spec.path, "documentation"), `${what}: no doc`);
  const { documentation: _, ...rest } = before[spec.path].fields;
  expectSame(dumpOf(removed)[spec.path].fields, rest, what);
}

function checkPrim(layer: Layer, before: Dump, prim: PrimSpec, name: string): void {
  const what = `${name} ${prim.path}`;
  const withPrim = apply(layer, insertPrim(layer, prim.path, 'def "Law__"\n{\n}'), `${what}: insertPrim`);
  expectSame(difference(before, dumpOf(withPrim)), [prim.path, `${prim.path}/Law__`], what);
  const without = apply(withPrim, removePrim(withPrim, `${prim.path}/Law__`), `${what}: removePrim`);
  expectSame(difference(before, dumpOf(without)), [], what);
  const withProperty = apply(layer, insertProperty(layer, prim.path, "int law__ = 1"), `${what}: insertProperty`);
  expectSame(difference(before, dumpOf(withProperty)), [prim.path, `${prim.path}.law__`], what);
  const renamed = apply(layer, renamePrim(layer, prim.path, "Law__"), `${what}: renamePrim`);
  const newPath = prim.path.slice(0, prim.path.length - prim.name.length) + "Law__";
  const back = apply(renamed, renamePrim(renamed, newPath, prim.name), `${what}: renamed back`);
  expectSame(difference(before, dumpOf(back)), [], what);
  const gone = dumpOf(apply(layer, removePrim(layer, prim.path), `${what}: removed`));
  expectSame(
    Object.keys(gone).some((path) => path === prim.path || path.startsWith(`${prim.path}/`)),
    false,
    what,
  );
}

function checkProperty(layer: Layer, before: Dump, property: PropertySpec, name: string): void {
  const what = `${name} ${property.path}`;
  if (property.specType === "attribute") {
    const set = dumpOf(apply(layer, setAttributeValue(layer, property.path, "None"), `${what}: value`));
    expectSame(set[property.path].fields["default"], { block: true }, what);
    expectSame(
      difference(before, set).filter((path) => path !== property.path),
      [],
      what,
    );
  }
  const renamed = apply(layer, renameProperty(layer, property.path, "law__"), `${what}: renameProperty`);
  const back = renameProperty(renamed, `${property.parent.path}.law__`, property.name);
  expectSame(difference(before, dumpOf(apply(renamed, back, `${what}: renamed back`))), [], what);
  const gone = dumpOf(apply(layer, removeProperty(layer, property.path), `${what}: removeProperty`));
  expectSame(difference(before, gone).sort(), [property.parent.path, property.path].sort(), what);
}

function checkFile(name: string, bytes: Uint8Array): void {
  const { layer } = parseUsda(bytes);
  const before = dumpOf(layer);
  const { prims, properties } = specsOf(layer);
  for (const prim of sample(prims)) {
    checkSpec(layer, before, prim, name);
    checkPrim(layer, before, prim, name);
  }
  for (const property of sample(properties)) {
    checkSpec(layer, before, property, name);
    checkProperty(layer, before, property, name);
  }
}

describe.skipIf(!isCorpusThere)("edits of real files change only their target", () => {
  test(`every ${STRIDE}th file`, { timeout: 300_000 }, () => {
    const files = acceptedFiles().filter((_, index) => index % STRIDE === 0);
    const failures: string[] = [];
    for (const { name, read } of files) {
      const bytes = read();
      // One more level would exceed the nesting limit.
      if (bytes.length > MAX_BYTES || name === "edge/prim_deep_1000.usda") continue;
      try {
        checkFile(name, bytes);
      } catch (error) {
        failures.push(`${name}: ${String(error)}`);
      }
    }
    expect(failures).toEqual([]);
  });
});
