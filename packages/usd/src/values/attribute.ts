/** Attributes of a stage, ready to be evaluated at any time. */
import type { AttributeSpec, FieldValue, TypedValue, ValueType, Variability } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import { propertyOf, schemaOf, type SchemaProperty } from "@usdkit/schemas";
import { composedType } from "../index/prim-fields.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { composeMetadata } from "../metadata/compose-metadata.ts";
import type { PrimOpinions, PropertyOpinion } from "../metadata/prim-opinions.ts";
import type { ValueMapping } from "../metadata/stage-value.ts";
import { hasClipValues } from "../clips/clip-samples.ts";
import { appliesTo, type ClipContext, type ClipSet } from "../clips/clip-set.ts";
import { fallbackValue } from "./schema-values.ts";
import type { AttributeOpinion, ClipOpinion } from "./value-source.ts";

/** An attribute of a stage: its opinions and its definition. */
export interface StageAttribute {
  readonly name: string;
  /** Type name as in the text, `[]` included; that of the schema, if the prim's type or API schemas define the attribute. */
  readonly typeName: string;
  /** Undefined for a type that the format does not define. */
  readonly valueType: ValueType | undefined;
  readonly isArray: boolean;
  readonly variability: Variability;
  /** Whether no schema defines it, and a layer declares it as custom. */
  readonly custom: boolean;
  /** The value without any opinion. */
  readonly fallback: TypedValue | undefined;
  /** Strongest first. */
  readonly opinions: readonly AttributeOpinion[];
  /** The opinions with the sets of clips between them, strongest first. */
  readonly sources: readonly (AttributeOpinion | ClipOpinion)[];
  readonly graph: IndexGraph;
  readonly clips: ClipContext;
  /** How its values become those of the stage. */
  readonly mapping: ValueMapping;
}

/** The schemas of a prim. */
export interface PrimSchemas {
  /** "" without a type. */
  readonly typeName: string;
  /** The type whose schema the prim has: another one if the stage has `fallbackPrimTypes` for an unknown type. */
  readonly schemaType: string;
  /** In order of strength, with names of instances: `CollectionAPI:lights`. */
  readonly apiSchemas: readonly string[];
}

/**
 * Returns the type of a prim and the API schemas that are applied to it.
 *
 * @param fallbackTypes `fallbackPrimTypes` of the stage: by type, the types to take instead if it is unknown
 */
export function primSchemas({ index, specs }: PrimOpinions, fallbackTypes?: FieldValue): PrimSchemas {
  const sites = specs.map(({ node, layer, offset, owner }) => ({ node, layer, offset, fields: owner.fields }));
  const applied = composeMetadata(index.graph, sites, "apiSchemas");
  const items = applied?.kind === "valueListOp" ? (applied.listOp.explicit ?? []) : [];
  const typeName = composedType(index);
  return { typeName, schemaType: knownType(typeName, fallbackTypes), apiSchemas: items.map(String) };
}

function knownType(typeName: string, fallbackTypes: FieldValue | undefined): string {
  if (schemaOf(typeName) !== undefined || fallbackTypes?.kind !== "dictionary") return typeName;
  const types = fallbackTypes.entries.get(typeName);
  if (types?.kind !== "typed" || !Array.isArray(types.data)) return typeName;
  return types.data.map(String).find((each) => schemaOf(each) !== undefined) ?? typeName;
}

/** The sets of clips of a prim, strongest first, and how their layers are opened. */
export interface PrimClips {
  readonly sets: readonly ClipSet[];
  readonly context: ClipContext;
}

/** What the values of a prim come from. */
export interface PrimValues {
  readonly opinions: PrimOpinions;
  readonly clips: PrimClips;
  readonly schemas: PrimSchemas;
  readonly mapping: ValueMapping;
}

/** Returns what the schemas of a prim define of a property; undefined for a property that is only authored. */
export function definedProperty({ schemaType, apiSchemas }: PrimSchemas, name: string): SchemaProperty | undefined {
  const type = schemaOf(schemaType)?.kind === "concrete" ? schemaType : "";
  const found = propertyOf(type, name, apiSchemas);
  return found?.isOptional === true ? undefined : found;
}

/** Returns an attribute of a prim; undefined if neither a layer nor a schema has it. */
export function attributeOf(prim: PrimValues, name: string): StageAttribute | undefined {
  const { opinions, schemas, clips, mapping } = prim;
  const authored = opinions.properties.get(name) ?? [];
  const found = authored.filter(isAttribute);
  const definition = definedProperty(schemas, name);
  if (definition === undefined ? authored[0]?.spec.specType !== "attribute" : definition.type === "rel")
    return undefined;
  const typeName = definition?.type ?? found.find(({ spec }) => spec.typeName !== "")?.spec.typeName ?? "";
  const isArray = typeName.endsWith("[]");
  return {
    name,
    typeName,
    valueType: valueTypes.get(isArray ? typeName.slice(0, -2) : typeName),
    isArray,
    variability:
      definition === undefined ? (authored.at(-1)?.spec.variability ?? "varying") : variabilityOf(definition),
    custom: definition === undefined && found.some(({ spec }) => spec.custom),
    fallback: definition && fallbackValue(definition),
    opinions: found,
    sources: clips.sets.length === 0 ? found : withClips(opinions.index.graph, found, clips, name),
    graph: opinions.index.graph,
    clips: clips.context,
    mapping,
  };
}

function variabilityOf({ isUniform }: SchemaProperty): Variability {
  return isUniform === true ? "uniform" : "varying";
}

/** Returns the opinions with the sets of clips after those of the layers that author the sets. */
function withClips(
  graph: IndexGraph,
  opinions: readonly AttributeOpinion[],
  { sets, context }: PrimClips,
  name: string,
): readonly (AttributeOpinion | ClipOpinion)[] {
  const { paths } = context;
  const found: (AttributeOpinion | ClipOpinion)[] = [];
  let at = 0;
  for (let node = 0; node < graph.size; node++) {
    if (!graph.canContribute(node)) continue;
    const { stack } = graph.nodes[node];
    const path = graph.path(node);
    const attributes = sets
      .filter((set) => appliesTo(paths, set, stack, path))
      .map((set) => ({ set, prim: paths.replacePrefix(path, set.sourcePrim, set.clipPrim), name }))
      .filter((attribute) => hasClipValues(context, attribute));
    for (const { layer } of stack.layers) {
      for (; at < opinions.length && opinions[at].node === node && opinions[at].layer === layer; at++) {
        found.push(opinions[at]);
      }
      for (const clips of attributes) if (clips.set.sourceLayer === layer) found.push({ node, clips });
    }
  }
  return found;
}

function isAttribute(opinion: PropertyOpinion): opinion is PropertyOpinion<AttributeSpec> {
  return opinion.spec.specType === "attribute";
}
