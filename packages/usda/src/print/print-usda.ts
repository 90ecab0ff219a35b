import type { Layer, PrimLike, PrimSpec, VariantSetSpec, VariantSpec } from "@usdkit/layer";
import type { ViewSource } from "../build/view-source.ts";
import { forget, passingRoot, recordOf, sourceOf } from "../build/views.ts";
import { ByteWriter } from "./byte-writer.ts";
import { copyMetadata } from "./copy-metadata.ts";
import { copyProperties } from "./copy-properties.ts";
import { writePlainItems } from "./print-list-ops.ts";
import { hasMetadata, writeMetadata, writeMetadataBlock } from "./print-metadata.ts";
import { writeProperty } from "./print-properties.ts";
import { writeQuoted } from "./quote.ts";
import { compareAsDictionary, compareBytewise } from "./text-order.ts";

/** Options of {@link printUsda}. */
export interface PrintOptions {
  /**
   * `"authored"` (default) keeps properties and variants in the order of the layer. `"reference"` sorts them and
   * replaces old type names by modern ones (`Vec3f` becomes `float3`), as usd-core's `ExportToString()` does: the
   * text then has the same bytes as the reference's, except for content that the reference loses (see {@link
   * printUsda}).
   */
  readonly order?: "authored" | "reference" | undefined;
}

/**
 * Returns the layer as canonical USDA text: the layout, field order, number and string forms of usd-core 26.11's
 * `ExportToString()`. Comments (`#`) are not part of a layer and are not written; `formatUsda` keeps them.
 *
 * Reading the text back returns the same content. To ensure that, it differs from the reference's text if the
 * reference loses content: reorder statements of one name, empty comments and documentation, empty `variants`,
 * tangents that have no effect, `typeName` of variants, paths as values of attributes, the type name `__AnyType__`,
 * what follows a NUL character, all digits of timecodes, and attributes merged with a relationship of the same name.
 *
 * @throws RangeError when the text is longer than a string can be (about 536 million characters): use {@link
 *   printUsdaBytes}.
 *
 * @example
 * ```ts
 * const { layer } = parseUsda('#usda 1.0\ndef Xform "World" {\n double3 xformOp:translate=(1.50,2,3) }\n');
 * printUsda(layer);
 * // #usda 1.0
 * //
 * // def Xform "World"
 * // {
 * //     double3 xformOp:translate = (1.5, 2, 3)
 * // }
 * ```
 */
export function printUsda(layer: Layer, options: PrintOptions = {}): string {
  const writer = print(layer, options);
  return new TextDecoder().decode(writer.finish());
}

/** Returns {@link printUsda}'s text as UTF-8 bytes. */
export function printUsdaBytes(layer: Layer, options: PrintOptions = {}): Uint8Array {
  return print(layer, options).finish();
}

/** How specs are written. */
interface Way {
  /** In the order of the reference. */
  readonly sorted: boolean;
  /** That of a parsed layer: text that is canonical is copied. */
  readonly source: ViewSource | undefined;
}

/** A prim, variant or root whose body is being written, with the progress. */
interface Frame {
  readonly spec: PrimLike & { readonly specType: "pseudoRoot" | "prim" | "variant" };
  /** Indentation of the braces. */
  readonly indent: number;
  readonly children: readonly PrimSpec[];
  readonly variantSets: readonly VariantSetSpec[];
  /** Whether property lines above the first child require a blank line between. */
  readonly hasProperties: boolean;
  child: number;
  variantSet: number;
  /** The variants of the set that is being written, in the requested order. */
  variants: readonly VariantSpec[];
  variant: number;
}

function print(layer: Layer, { order = "authored" }: PrintOptions): ByteWriter {
  // Canonical text is about as long as the source text.
  const writer = new ByteWriter((layer.source?.length ?? 0) * 1.125 + (1 << 16));
  const sorted = order === "reference";
  writer.text("#usda 1.0\n");
  const minorVersionAt = writer.length - 2;
  const root = passingRoot(layer.root);
  const how: Way = { sorted, source: sourceOf(root) };
  if (hasMetadata(root.fields)) {
    writeMetadata(writer, "pseudoRoot", root.fields, 0);
    writer.byte(10);
  }
  const names = root.fields.get("primOrder")?.value;
  if (names?.kind === "names" && names.names.length > 0) {
    writer.byte(10);
    writeReorder(writer, "rootPrims", names.names, 0);
  }
  writeTree(writer, newFrame(root, 0, true), how, root === layer.root ? undefined : forget);
  writer.bytes[minorVersionAt] = 48 + writer.minorVersion;
  writer.byte(10);
  return writer;
}

/** Writes a prim or variant with its contents. */
export function writeOwner(writer: ByteWriter, spec: PrimSpec | VariantSpec): void {
  const how: Way = { sorted: false, source: undefined };
  if (spec.specType === "prim") openPrim(writer, spec, 0, how);
  else openVariant(writer, spec, 0);
  writeTree(writer, newFrame(spec, 0, writeStatements(writer, spec, 1, how)), how);
}

function newFrame(spec: Frame["spec"], indent: number, hasProperties: boolean): Frame {
  const { children, variantSets } = spec;
  return { spec, indent, children, variantSets, hasProperties, child: 0, variantSet: 0, variants: [], variant: 0 };
}

/**
 * Writes the contents of `root`. Uses an explicit stack, since prims can nest deeply.
 *
 * @param done called for each prim and variant after it is written with its contents
 */
function writeTree(writer: ByteWriter, root: Frame, how: Way, done?: (spec: PrimLike) => void): void {
  const stack: Frame[] = [root];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const inside = top.spec.specType === "pseudoRoot" ? 0 : top.indent + 1;
    if (top.child < top.children.length) {
      const child = top.children[top.child];
      if (top.child++ > 0 || top.hasProperties) writer.byte(10);
      openPrim(writer, child, inside, how);
      stack.push(newFrame(child, inside, writeStatements(writer, child, inside + 1, how)));
    } else if (top.variant < top.variants.length) {
      const variant = top.variants[top.variant++];
      openVariant(writer, variant, inside + 1);
      stack.push(newFrame(variant, inside + 1, writeStatements(writer, variant, inside + 2, how)));
    } else {
      if (top.variants.length > 0) {
        writer.indent(inside);
        writer.text("}\n");
      }
      if (nextVariantSet(writer, top, inside, how.sorted)) continue;
      stack.pop();
      done?.(top.spec);
      if (top.spec.specType === "pseudoRoot") continue;
      // The reference leaves a blank line at the end of a variant.
      if (top.spec.specType === "variant") writer.byte(10);
      writer.indent(top.indent);
      writer.text("}\n");
    }
  }
}

/** Opens the next variant set that has variants (text cannot express an empty one); returns false if there is none. */
function nextVariantSet(writer: ByteWriter, frame: Frame, indent: number, sorted: boolean): boolean {
  frame.variants = [];
  while (frame.variantSet < frame.variantSets.length) {
    const { name, variants } = frame.variantSets[frame.variantSet++];
    if (variants.length === 0) continue;
    frame.variants = sorted ? variants.toSorted((a, b) => compareBytewise(a.name, b.name)) : variants;
    frame.variant = 0;
    writer.indent(indent);
    writer.text("variantSet ");
    writeQuoted(writer, name);
    writer.text(" = {\n");
    return true;
  }
  return false;
}

function openPrim(writer: ByteWriter, prim: PrimSpec, indent: number, { source }: Way): void {
  const { specifier, typeName, name } = prim;
  writer.indent(indent);
  writer.text(specifier);
  writer.byte(32);
  if (typeName !== "") {
    writer.text(typeName);
    writer.byte(32);
  }
  writeQuoted(writer, name);
  const record = source && recordOf(prim, source);
  const isCopied =
    source !== undefined &&
    record !== undefined &&
    copyMetadata(writer, source, { kind: "prim", record, owner: prim }, indent);
  if (!isCopied) writeMetadataBlock(writer, "prim", prim.fields, indent);
  writer.byte(10);
  writer.indent(indent);
  writer.text("{\n");
}

function openVariant(writer: ByteWriter, { name, fields }: VariantSpec, indent: number): void {
  writer.indent(indent);
  writeQuoted(writer, name);
  writeMetadataBlock(writer, "variant", fields, indent);
  writer.text(" {\n");
}

/** Writes reorder statements and properties; returns whether there are properties. */
function writeStatements(
  writer: ByteWriter,
  spec: PrimSpec | VariantSpec,
  indent: number,
  { sorted, source }: Way,
): boolean {
  const record = sorted ? undefined : source && recordOf(spec, source);
  const copied = source && record !== undefined ? copyProperties(writer, source, { spec, record }, indent) : undefined;
  if (copied !== undefined) return copied;
  for (const [field, word] of reorderStatements) {
    const value = spec.fields.get(field)?.value;
    if (value?.kind === "names" && value.names.length > 0) writeReorder(writer, word, value.names, indent);
  }
  const { properties } = spec;
  const ordered = sorted ? properties.toSorted((a, b) => compareAsDictionary(a.name, b.name)) : properties;
  for (const property of ordered) writeProperty(writer, property, indent, sorted);
  return properties.length > 0;
}

const reorderStatements = [
  ["propertyOrder", "properties"],
  ["primOrder", "nameChildren"],
] as const;

function writeReorder(writer: ByteWriter, word: string, names: readonly string[], indent: number): void {
  writer.indent(indent);
  writer.text(`reorder ${word} = `);
  writePlainItems(writer, names);
  writer.byte(10);
}
