/** Attributes of a stage, ready to be evaluated at any time. */
import type { TypedValue, ValueType, Variability } from "@usdkit/layer";
import type { IndexGraph } from "../graph/index-graph.ts";
import type { ValueMapping } from "../metadata/stage-value.ts";
import { hasClipValues } from "../clips/clip-samples.ts";
import { appliesTo, type ClipContext } from "../clips/clip-set.ts";
import type { AttributeDefinition } from "./attribute-definition.ts";
import type { PrimValues } from "./prim-values.ts";
import type { AttributeOpinion, ClipOpinion } from "./value-source.ts";

/** What the samples and the spline of an attribute are composed of. */
export interface ValueSources extends Pick<AttributeDefinition, "fallback" | "isArray" | "opinions" | "valueType"> {
  /** The opinions with the sets of clips between them, strongest first. */
  readonly sources: readonly (AttributeOpinion | ClipOpinion)[];
  readonly graph: IndexGraph;
  readonly clips: ClipContext;
  /** How its values become those of the stage. */
  readonly mapping: ValueMapping;
}

/** An attribute of a stage: its opinions and its definition. */
export class StageAttribute implements ValueSources {
  /**
   * What it has in common with attributes of other prims.
   *
   * @internal
   */
  readonly definition: AttributeDefinition;
  private readonly prim: PrimValues;

  /** @internal */
  constructor(definition: AttributeDefinition, prim: PrimValues) {
    this.definition = definition;
    this.prim = prim;
  }

  get name(): string {
    return this.definition.name;
  }

  /** Type name as in the text, `[]` included; that of the schema, if the prim's type or API schemas define the attribute. */
  get typeName(): string {
    return this.definition.typeName;
  }

  /** Undefined for a type that the format does not define. */
  get valueType(): ValueType | undefined {
    return this.definition.valueType;
  }

  get isArray(): boolean {
    return this.definition.isArray;
  }

  get variability(): Variability {
    return this.definition.variability;
  }

  /** Whether no schema defines it, and a layer declares it as custom. */
  get custom(): boolean {
    return this.definition.custom;
  }

  /** The value without any opinion. */
  get fallback(): TypedValue | undefined {
    return this.definition.fallback;
  }

  /** Strongest first. */
  get opinions(): readonly AttributeOpinion[] {
    return this.definition.opinions;
  }

  /** The opinions with the sets of clips between them, strongest first. */
  get sources(): readonly (AttributeOpinion | ClipOpinion)[] {
    return this.hasClips ? withClips(this.prim, this.definition) : this.definition.opinions;
  }

  /** Whether sets of value clips apply to the prim. */
  get hasClips(): boolean {
    return this.prim.clips.sets.length > 0;
  }

  get graph(): IndexGraph {
    return this.prim.index.graph;
  }

  get clips(): ClipContext {
    return this.prim.clips.context;
  }

  /** How its values become those of the stage. */
  get mapping(): ValueMapping {
    return this.prim.mapping;
  }
}

/** Returns an attribute of a prim; undefined if neither a layer nor a schema has it. */
export function attributeOf(prim: PrimValues, name: string): StageAttribute | undefined {
  const definition = prim.contents.attribute(name);
  return definition && new StageAttribute(definition, prim);
}

/** Returns the opinions with the sets of clips after those of the layers that author the sets. */
function withClips(
  { index: { graph }, clips: { sets, context } }: PrimValues,
  { name, opinions }: AttributeDefinition,
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
