import type { AttributeSpec, Field, ListOp, PropertySpec, RelationshipSpec, TimeSamples } from "@usdkit/layer";
import type { ByteWriter } from "./byte-writer.ts";
import { writeDictionary } from "./print-dictionary.ts";
import { forEachOperation, writePaths } from "./print-list-ops.ts";
import { hasMetadata, writeMetadataBlock } from "./print-metadata.ts";
import { writeSpline } from "./print-spline.ts";
import { writeDoubleText, writeElements, writeValue } from "./print-values.ts";

/** The statements of an attribute; a relationship that is merged with an attribute has these too. */
type Opinions = Pick<AttributeSpec, "typeName" | "defaultValue" | "timeSamples" | "spline" | "connectionPaths">;

/** Writes every statement of a property, on separate lines at `indent`. */
export function writeProperty(writer: ByteWriter, spec: PropertySpec, indent: number, canonicalTypes: boolean): void {
  if (spec.specType === "relationship") return writeRelationship(writer, spec, indent);
  const typeName =
    canonicalTypes && spec.valueType !== undefined && spec.valueType.canonicalName !== spec.valueType.name
      ? spec.valueType.canonicalName + (spec.isArray ? "[]" : "")
      : spec.typeName;
  const { name, custom, variability } = spec;
  const head = { name, typeName, uniform: variability === "uniform", custom, fields: spec.fields };
  writeAttribute(writer, head, spec, indent);
}

/** Returns the words before an attribute's value, samples and connections. */
interface Declaration {
  readonly name: string;
  readonly typeName: string;
  readonly uniform: boolean;
}

interface AttributeHead extends Declaration {
  readonly custom: boolean;
  readonly fields: ReadonlyMap<string, Field>;
}

function writeDeclaration(writer: ByteWriter, { name, typeName, uniform }: Declaration): void {
  if (uniform) writer.text("uniform ");
  writer.text(typeName);
  writer.byte(32);
  writer.text(name);
}

function writeAttribute(
  writer: ByteWriter,
  head: AttributeHead,
  { defaultValue, timeSamples, spline, connectionPaths }: Opinions,
  indent: number,
): void {
  const { custom, fields } = head;
  const nothingElse = timeSamples === undefined && spline === undefined && connectionPaths === undefined;
  if (defaultValue !== undefined || custom || nothingElse || hasMetadata(fields)) {
    writer.indent(indent);
    if (custom) writer.text("custom ");
    writeDeclaration(writer, head);
    if (defaultValue !== undefined) {
      writer.text(" = ");
      if (defaultValue.kind === "dictionary") writeDictionary(writer, defaultValue, indent);
      else writeValue(writer, defaultValue);
    }
    writeMetadataBlock(writer, "attribute", fields, indent);
    writer.byte(10);
  }
  if (timeSamples !== undefined) writeTimeSamples(writer, head, timeSamples, indent);
  if (spline !== undefined) {
    writer.indent(indent);
    writeDeclaration(writer, head);
    writer.text(".spline = ");
    writeSpline(writer, spline, indent);
    writer.byte(10);
  }
  if (connectionPaths !== undefined) writeConnections(writer, head, connectionPaths, indent);
}

function writeTimeSamples(writer: ByteWriter, declaration: Declaration, samples: TimeSamples, indent: number): void {
  const { times, packed } = samples;
  writer.indent(indent);
  writeDeclaration(writer, declaration);
  writer.text(".timeSamples = {\n");
  for (let i = 0; i < times.length; i++) {
    writer.indent(indent + 1);
    writeDoubleText(writer, times[i]);
    writer.text(": ");
    if (packed !== undefined) writeElements(writer, packed.data, i, 1, packed.type);
    else {
      const value = samples.value(i);
      if (value.kind === "dictionary") writeDictionary(writer, value, indent + 1);
      else writeValue(writer, value);
    }
    writer.text(",\n");
  }
  writer.indent(indent);
  writer.text("}\n");
}

function writeConnections(writer: ByteWriter, declaration: Declaration, paths: ListOp<string>, indent: number): void {
  forEachOperation(paths, (word, items) => {
    writer.indent(indent);
    writer.text(word);
    writeDeclaration(writer, declaration);
    writer.text(".connect = ");
    writePaths(writer, items, indent, true);
    writer.byte(10);
  });
}

function writeRelationship(writer: ByteWriter, spec: RelationshipSpec, indent: number): void {
  const { targetPaths, defaultTarget, merged, fields } = spec;
  const words = (spec.variability === "varying" ? "varying rel " : "rel ") + spec.name;
  const explicit = targetPaths?.explicit;
  const edits = targetPaths !== undefined && explicit === undefined;
  if (!edits || spec.custom || hasMetadata(fields)) {
    writer.indent(indent);
    if (spec.custom) writer.text("custom ");
    writer.text(words);
    if (explicit !== undefined) {
      writer.text(" = ");
      writePaths(writer, explicit, indent, true);
    }
    writeMetadataBlock(writer, "relationship", fields, indent);
    writer.byte(10);
  }
  if (edits) {
    forEachOperation(targetPaths, (word, items) => {
      writer.indent(indent);
      writer.text(word);
      writer.text(words);
      writer.text(" = ");
      writePaths(writer, items, indent, true);
      writer.byte(10);
    });
  }
  if (defaultTarget !== undefined) {
    writer.indent(indent);
    writer.text(`${words}.default = <${defaultTarget}>\n`);
  }
  if (merged !== undefined) {
    const { name, variability } = spec;
    const uniform = variability === "uniform";
    const head = { name, typeName: merged.typeName, uniform, custom: false, fields: new Map<string, Field>() };
    writeAttribute(writer, head, merged, indent);
  }
}
