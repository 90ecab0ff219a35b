/** What the values of a prim come from: its opinions, its schemas, and the sets of clips that apply to it. */
import { schemaOf, splitApi, INSTANCE } from "@usdkit/schemas";
import type { FieldValue } from "@usdkit/layer";
import type { ComposedStage } from "../index/composed-stage.ts";
import type { PrimIndex, SharingPlace } from "../index/prim-index.ts";
import type { SharedGraph } from "../index/shared-prim.ts";
import { composeMetadata, type FieldSite } from "../metadata/compose-metadata.ts";
import { NameOrders } from "../metadata/property-order.ts";
import { offsetToStage, specSites } from "../metadata/prim-opinions.ts";
import { evaluated, type ValueMapping } from "../metadata/stage-value.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { StageClips, type PrimClips } from "./prim-clips.ts";
import { PrimContents } from "./prim-contents.ts";
import { primSchemas, SchemaDefinitions } from "./prim-schemas.ts";
import type { PrimSchemas } from "./schema-properties.ts";

/** What the values of a prim come from. */
export interface PrimValues {
  readonly index: PrimIndex;
  readonly contents: PrimContents;
  readonly clips: PrimClips;
  readonly mapping: ValueMapping;
}

/**
 * Reads the prims of a stage. It keeps the sets of clips, and what prims have in common that are composed once.
 *
 * ```ts
 * const prims = new PrimReader(stage);
 * const chair = prims.read(stage.paths.parse("/World/Chair"));
 * ```
 */
export class PrimReader {
  private readonly stage: ComposedStage;
  private readonly known: KnownContents;
  private readonly clips: StageClips;

  constructor(stage: ComposedStage) {
    this.stage = stage;
    this.known = new KnownContents(stageMetadata(stage, "fallbackPrimTypes"));
    this.clips = new StageClips(stage);
  }

  /**
   * Returns the values of a prim; undefined for one that no layer has.
   *
   * @param mapping how authored values become those of the stage; by default expressions in asset paths are evaluated
   */
  read(prim: PathId, mapping: ValueMapping = evaluated): PrimValues | undefined {
    const index = this.stage.index(prim);
    if (index === undefined) return undefined;
    return { index, contents: this.known.of(index), clips: this.clips.of(index), mapping };
  }

  /** Returns the values of a prim that the stage has, with the contents that {@link contents} returned for it, and where they begin. */
  withContents(prim: PathId, contents: PrimContents, below: SharingPlace): PrimValues {
    return new KnownValues({ stage: this.stage, clips: this.clips, prim, below }, contents);
  }

  /** Returns what the layers and schemas have for a prim. */
  contents(index: PrimIndex): PrimContents {
    return this.known.of(index);
  }
}

/** Where a prim is read. */
interface ValuesPlace {
  readonly stage: ComposedStage;
  readonly clips: StageClips;
  readonly prim: PathId;
  /** The prim above at which its sharing begins. */
  readonly below: SharingPlace;
}

/** The values of a prim whose contents are known: most of them follow from these alone, so that its index is found when it is needed. */
class KnownValues implements PrimValues {
  readonly contents: PrimContents;
  readonly mapping: ValueMapping = evaluated;
  private readonly place: ValuesPlace;
  private foundIndex: PrimIndex | undefined;
  private foundClips: PrimClips | undefined;

  constructor(place: ValuesPlace, contents: PrimContents) {
    this.place = place;
    this.contents = contents;
  }

  get index(): PrimIndex {
    const { stage, prim } = this.place;
    this.foundIndex ??= stage.index(prim);
    if (this.foundIndex === undefined) throw new RangeError(`The stage has no prim ${stage.paths.text(prim)} any more`);
    return this.foundIndex;
  }

  get clips(): PrimClips {
    const { clips, below } = this.place;
    return (this.foundClips ??= this.contents.mayHaveClips ? clips.of(this.index) : clips.below(below));
  }
}

/** Contents of prims that share none: they are asked for again soon, or not at all. */
const MAX_RECENT = 256;

/** The contents of prims, kept for those that share them. */
class KnownContents {
  private readonly fallbackTypes: FieldValue | undefined;
  private readonly orders: NameOrders = new NameOrders();
  /** By time offsets of the arcs. */
  private readonly shared: Map<string, Map<SharedGraph, PrimContents>> = new Map();
  private readonly schemas: Map<string, SchemaDefinitions> = new Map();
  private readonly recent: Map<PrimIndex, PrimContents> = new Map();

  constructor(fallbackTypes: FieldValue | undefined) {
    this.fallbackTypes = fallbackTypes;
  }

  of(index: PrimIndex): PrimContents {
    const { shared, sharedBelow } = index;
    if (shared === undefined || sharedBelow === undefined) return this.own(index);
    const { offsets } = sharedBelow;
    let known = this.shared.get(offsets);
    if (known === undefined) this.shared.set(offsets, (known = new Map<SharedGraph, PrimContents>()));
    let found = known.get(shared.composed);
    if (found === undefined) known.set(shared.composed, (found = this.make(index)));
    return found;
  }

  private own(index: PrimIndex): PrimContents {
    const known = this.recent.get(index);
    if (known !== undefined) return known;
    if (this.recent.size === MAX_RECENT) this.recent.clear();
    const found = this.make(index);
    this.recent.set(index, found);
    return found;
  }

  private make(index: PrimIndex): PrimContents {
    const specs = specSites(index);
    const mayHaveClips = index.shared?.composed.mayHaveClips !== false;
    const defined = this.defined(primSchemas(index, specs, this.fallbackTypes));
    return new PrimContents({ specs, mayHaveClips }, defined, this.orders);
  }

  private defined(schemas: PrimSchemas): SchemaDefinitions {
    const key = JSON.stringify([schemas.typeName, schemas.schemaType, schemas.apiSchemas]);
    let found = this.schemas.get(key);
    if (found === undefined) this.schemas.set(key, (found = new SchemaDefinitions(schemas)));
    return found;
  }
}

/** Returns the names of the attributes that the schemas of a prim define and of which only clips have values. */
export function namesInClips({ contents: { schemas, properties }, clips }: PrimValues): readonly string[] {
  if (clips.sets.length === 0) return [];
  const names = new Set(schemaOf(schemas.schemaType)?.properties.keys() ?? []);
  for (const applied of schemas.apiSchemas) {
    const { schema, instance } = splitApi(applied);
    for (const name of schemaOf(schema)?.properties.keys() ?? []) names.add(name.replace(INSTANCE, instance));
  }
  return [...names].filter((name) => !properties.has(name));
}

/** Returns a composed field of the stage itself: of the session layer and the root layer, not of their sublayers. */
export function stageMetadata(stage: ComposedStage, field: string): FieldValue | undefined {
  const index = stage.index(ROOT_PATH);
  return index === undefined ? undefined : composeMetadata(index.graph, stageSites(stage, index), field);
}

/** Returns the specs with the metadata of the stage itself, strongest first. */
export function stageSites(
  { layerStack: { layers, rootLayer } }: ComposedStage,
  { graph }: PrimIndex,
): readonly FieldSite[] {
  return layers.flatMap(({ layer, offset: inStack }, i) => {
    if (layer !== rootLayer && i !== 0) return [];
    return [{ node: 0, layer, offset: offsetToStage(graph, 0, inStack), fields: layer.layer.root.fields }];
  });
}
