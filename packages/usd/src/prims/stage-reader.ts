/** The prims of a stage by path, instance proxies included, with their properties. */
import type { FieldValue, Value } from "@usdkit/layer";
import { composedFields } from "../index/prim-fields.ts";
import { hasPayloads, isInstance, type SharingPlace } from "../index/prim-index.ts";
import { composeTargets } from "../index/targets.ts";
import { composeMetadata } from "../metadata/compose-metadata.ts";
import type { PrimOpinions } from "../metadata/prim-opinions.ts";
import type { StagePrimOptions } from "../instances/stage-prims.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import type { Stage } from "../stage/stage.ts";
import { attributeOf, StageAttribute } from "../values/attribute.ts";
import { attributeValue, sampleTimes, type StageInterpolation, type StageTime } from "../values/attribute-value.ts";
import type { ResolvedValue } from "../values/value-source.ts";
import type { PrimSchemas } from "../values/schema-properties.ts";
import type { PrimContents } from "../values/prim-contents.ts";
import { PrimReader, type PrimValues } from "../values/prim-values.ts";
import { splitPropertyPath } from "../values/property-path.ts";
import { forwardedTargets } from "./forwarded-targets.ts";
import { isVisited, type PrimNode } from "./prim-node.ts";

/** How {@link StageReader} evaluates. */
export interface StageReaderOptions {
  /** Between time samples; "linear" by default. */
  readonly interpolation?: StageInterpolation | undefined;
}

/** A prim, or anything else that has the index of its opinions. */
type PrimSource = Pick<PrimNode, "source">;

interface Node extends PrimNode {
  readonly schemas: PrimSchemas;
  /** What it has in common with prims that share all with it; undefined for other prims. */
  readonly contents: PrimContents | undefined;
  /** With contents: the prim above at which its sharing begins. */
  readonly place: SharingPlace | undefined;
  /** By name, in composed order; undefined until they are asked for. */
  below: ReadonlyMap<string, Node> | undefined;
  /** Those that were asked for before all of them were, by name. */
  some: Map<string, Node> | undefined;
}

const noNodes: ReadonlyMap<string, Node> = new Map();
const noSchemas: PrimSchemas = { typeName: "", schemaType: "", apiSchemas: [] };

/**
 * The prims of a stage and their properties, instance proxies included: what computations of UsdGeom and UsdShade read. Prims are
 * nodes: each path has one, so that caches have them as keys, and no path is built or parsed for a value. Do not use it any more
 * after the stage has changed.
 *
 * ```ts
 * const reader = new StageReader(stage);
 * const ball = reader.prim("/World/Ball");
 * if (ball !== undefined) reader.value(ball, "radius", 24);
 * ```
 */
export class StageReader {
  readonly stage: Stage;
  private readonly interpolation: StageInterpolation;
  private readonly values: PrimReader;
  private readonly root: Node;
  /** By instance, the prim whose children it has; filled when the first instance is found. */
  private prototypeSources: ReadonlyMap<PathId, PathId> | undefined;
  /** Instances within their own prototype. */
  private readonly recursiveInstances: Set<PathId> = new Set();
  private last: PrimValues | undefined;
  private lastSource: PathId = -1;

  constructor(stage: Stage, { interpolation = "linear" }: StageReaderOptions = {}) {
    this.stage = stage;
    this.interpolation = interpolation;
    this.values = new PrimReader(stage);
    this.root = {
      path: "/",
      name: "",
      source: ROOT_PATH,
      parent: undefined,
      instance: undefined,
      type: "",
      isActive: true,
      hasDefiningSpecifier: true,
      isDefined: true,
      isAbstract: false,
      isInstance: false,
      isLoaded: true,
      schemas: noSchemas,
      contents: undefined,
      place: undefined,
      below: undefined,
      some: undefined,
    };
  }

  /** The prim above all others. It has no properties. */
  get pseudoRoot(): PrimNode {
    return this.root;
  }

  /** Returns a prim; undefined if the stage has none at the path. Prims below inactive ones are not part of the stage. */
  prim(path: string): PrimNode | undefined {
    if (!path.startsWith("/")) return undefined;
    let node: Node | undefined = this.root;
    if (path === "/") return node;
    let from = 1;
    while (node !== undefined && from <= path.length) {
      const slash = path.indexOf("/", from);
      const end = slash < 0 ? path.length : slash;
      node = this.below(node).get(path.slice(from, end));
      from = end + 1;
    }
    return node;
  }

  /** Returns the children of a prim in composed order: also undefined, abstract and inactive ones. */
  children(prim: PrimNode): Iterable<PrimNode> {
    return this.below(prim as Node).values();
  }

  /** Returns children of a prim that is no instance, by their paths in {@link Stage.paths}: the others need no nodes. */
  childrenAt(prim: PrimNode, sources: readonly PathId[]): readonly PrimNode[] {
    const parent = prim as Node;
    if (!parent.isActive) return [];
    const { paths } = this.stage;
    return sources.flatMap((source) => {
      const name = paths.element(source);
      const known = parent.below?.get(name) ?? parent.some?.get(name);
      if (known !== undefined || parent.below !== undefined) return known ?? [];
      const made = this.makeNode(parent, source, name);
      if (made !== undefined) (parent.some ??= new Map<string, Node>()).set(name, made);
      return made ?? [];
    });
  }

  /**
   * Visits prims as {@link Stage.prims} does.
   *
   * @param options.from visits a prim and those below it; by default all prims of the stage
   */
  *prims(options: StagePrimOptions & { readonly from?: PrimNode | undefined } = {}): Generator<PrimNode> {
    const { all = false, instanceProxies = false, from } = options;
    const waiting: Node[] = from === undefined ? [...this.below(this.root).values()].reverse() : [from as Node];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (!all && !isVisited(node)) continue;
      yield node;
      if (!node.isInstance || instanceProxies) waiting.push(...[...this.below(node).values()].reverse());
    }
  }

  /** Returns the type of a prim and the API schemas that are applied to it. */
  schemas(prim: PrimSource): PrimSchemas {
    const { schemas } = prim as Partial<Node>;
    return schemas ?? this.valuesOf(prim)?.contents.schemas ?? noSchemas;
  }

  /** Returns the specs of a prim and of its properties; undefined for the pseudo-root. */
  opinions(prim: PrimSource): PrimOpinions | undefined {
    return this.valuesOf(prim)?.contents;
  }

  /** Returns what a prim has in common with all that share it with the same time offsets: one object; undefined for other prims. */
  sharedOpinions(prim: PrimSource): PrimOpinions | undefined {
    return (prim as Partial<Node>).contents;
  }

  /** Whether sets of value clips apply to a prim. */
  hasClips(prim: PrimSource): boolean {
    return (this.valuesOf(prim)?.clips.sets.length ?? 0) > 0;
  }

  /** Whether a layer or value clips may have a value for an attribute, which otherwise has the fallback of its schema. */
  mayHaveValue(prim: PrimSource, name: string): boolean {
    return this.valuesOf(prim)?.contents.properties.has(name) === true || this.hasClips(prim);
  }

  /** Returns {@link sharedOpinions} of the prim at a path of the stage, without a node for it. */
  sharedOpinionsAt(source: PathId): PrimOpinions | undefined {
    const index = this.stage.index(source);
    return index?.shared && this.values.contents(index);
  }

  /** Returns an attribute; undefined if neither a layer nor a schema has it. */
  attribute(prim: PrimSource, name: string): StageAttribute | undefined {
    const values = this.valuesOf(prim);
    return values === undefined ? undefined : attributeOf(values, name);
  }

  /**
   * Returns the attributes that layers author or that schemas define, in the order of the reference: by name, those of
   * `propertyOrder` first.
   *
   * ```ts
   * for (const prim of reader.prims()) {
   *   for (const attribute of reader.attributes(prim)) reader.attributeValue(attribute, null);
   * }
   * ```
   */
  attributes(prim: PrimSource): readonly StageAttribute[] {
    const values = this.valuesOf(prim);
    return values === undefined ? [] : values.contents.allAttributes.map((each) => new StageAttribute(each, values));
  }

  /** Returns the value of an attribute at a time; undefined if there is none. */
  value(prim: PrimSource, name: string, time: StageTime): Value | undefined {
    const attribute = this.attribute(prim, name);
    return attribute === undefined ? undefined : this.attributeValue(attribute, time);
  }

  /** Returns the value of an attribute at a time; undefined if there is none. */
  attributeValue(attribute: StageAttribute, time: StageTime): Value | undefined {
    return this.resolve(attribute, time).value;
  }

  /** Returns the value of an attribute at a time, and where it comes from. */
  resolve(attribute: StageAttribute, time: StageTime): ResolvedValue {
    return attributeValue(attribute, time, this.interpolation);
  }

  /** Returns the times of an attribute's samples, in ascending order. */
  sampleTimes(attribute: StageAttribute): readonly number[] {
    return sampleTimes(attribute);
  }

  /** Returns the names of the properties that layers author, in no particular order. */
  authoredNames(prim: PrimSource): Iterable<string> {
    return this.valuesOf(prim)?.contents.properties.keys() ?? [];
  }

  /** Returns the names of the properties that layers author or that schemas define, sorted. */
  propertyNames(prim: PrimSource): readonly string[] {
    const contents = this.valuesOf(prim)?.contents;
    return contents === undefined
      ? []
      : [...new Set([...contents.properties.keys(), ...contents.defined.names])].sort();
  }

  /** Returns names of properties in the order of the reference: by name, those of `propertyOrder` first. */
  orderedNames(prim: PrimSource, names: Iterable<string>): readonly string[] {
    return this.valuesOf(prim)?.contents.inOrder([...names]) ?? [...names];
  }

  /** Whether a prim has a relationship of a name, authored or of its schemas. */
  hasRelationship(prim: PrimSource, name: string): boolean {
    const contents = this.valuesOf(prim)?.contents;
    const authored = contents?.properties.get(name);
    if (authored !== undefined) return authored[0].spec.specType === "relationship";
    return contents?.defined.property(name)?.type === "rel";
  }

  /** Returns a composed metadata field of a prim. */
  metadata(prim: PrimSource, field: string): FieldValue | undefined {
    const values = this.valuesOf(prim);
    if (values?.contents.specs.some(({ owner }) => owner.fields.has(field)) !== true) return undefined;
    const { index, contents } = values;
    const sites = contents.specs.map(({ node, layer, offset, owner }) => ({
      node,
      layer,
      offset,
      fields: owner.fields,
    }));
    return composeMetadata(index.graph, sites, field);
  }

  /** Returns a composed metadata field of a property; schemas have no influence. */
  propertyMetadata(prim: PrimSource, name: string, field: string): FieldValue | undefined {
    const values = this.valuesOf(prim);
    const opinions = values?.contents.properties.get(name);
    if (values === undefined || opinions === undefined) return undefined;
    const sites = opinions.map(({ node, layer, offset, spec }) => ({ node, layer, offset, fields: spec.fields }));
    return composeMetadata(values.index.graph, sites, field);
  }

  /** Whether a layer authors the targets of a relationship, also if it has none. */
  hasAuthoredTargets(prim: PrimNode, name: string): boolean {
    const opinions = this.valuesOf(prim)?.contents.properties.get(name) ?? [];
    return opinions.some(({ spec }) => spec.specType === "relationship" && spec.targetPaths !== undefined);
  }

  /**
   * Returns the targets of a relationship, or the connections of an attribute, as paths of the stage. For an instance proxy, targets
   * in the prototype are those of the instance.
   */
  targets(prim: PrimNode, name: string): readonly string[] {
    const values = this.valuesOf(prim);
    const opinions = values?.contents.properties.get(name);
    if (values === undefined || opinions === undefined) return [];
    const { paths } = this.stage;
    const kind = opinions[0].spec.specType;
    const { targets } = composeTargets(
      values.index,
      opinions.filter(({ spec }) => spec.specType === kind),
    );
    const { instance } = prim;
    if (instance === undefined || targets.length === 0) return targets;
    const prefix = paths.text(this.prototypeSource(instance));
    return targets.map((target) => (isBelow(target, prefix) ? instance.path + target.slice(prefix.length) : target));
  }

  /** Returns the targets of a relationship, those that are relationships replaced by their targets. */
  forwardedTargets(prim: PrimNode, name: string): readonly string[] {
    return forwardedTargets(this, prim, name);
  }

  /** Returns the prim of a path of a property or prim, and the name of the property; undefined if there is no such prim. */
  object(path: string): { readonly prim: PrimNode; readonly property: string } | undefined {
    const { prim: primPath, property } = splitPropertyPath(path);
    const prim = this.prim(primPath);
    return prim && { prim, property };
  }

  /** Returns the prim whose children a prim has: for an instance the source of its prototype, otherwise the source of the prim. */
  prototypeSource({ source, isInstance }: PrimNode): PathId {
    if (!isInstance) return source;
    this.prototypeSources ??= this.findPrototypes();
    return this.prototypeSources.get(source) ?? source;
  }

  private valuesOf(prim: PrimSource): PrimValues | undefined {
    const { source, contents, place } = prim as PrimSource & Partial<Node>;
    if (this.lastSource !== source) {
      if (contents !== undefined && place !== undefined) this.last = this.values.withContents(source, contents, place);
      else this.last = source === ROOT_PATH ? undefined : this.values.read(source);
      this.lastSource = source;
    }
    return this.last;
  }

  private below(node: Node): ReadonlyMap<string, Node> {
    if (node.below === undefined) {
      node.below = this.makeChildren(node);
      node.some = undefined;
    }
    return node.below;
  }

  private makeChildren(parent: Node): ReadonlyMap<string, Node> {
    const { paths } = this.stage;
    if (!parent.isActive) return noNodes;
    const from = this.prototypeSource(parent);
    if (parent.isInstance && this.recursiveInstances.has(parent.source)) return noNodes;
    const children = this.stage.children(from);
    if (children.length === 0) return noNodes;
    const found = new Map<string, Node>();
    for (const child of children) {
      const name = paths.element(child);
      const node = parent.some?.get(name) ?? this.makeNode(parent, child, name);
      if (node !== undefined) found.set(name, node);
    }
    return found;
  }

  private makeNode(parent: Node, source: PathId, name: string): Node | undefined {
    const index = this.stage.index(source);
    if (index === undefined) return undefined;
    const { isActive: active, specifier } = composedFields(index);
    const contents = this.values.contents(index);
    const { schemas } = contents;
    const path = parent === this.root ? `/${name}` : `${parent.path}/${name}`;
    // A prototype is a prim of its own, whatever the instance is.
    const above = parent.isInstance ? this.root : parent;
    return {
      path,
      name,
      source,
      parent: parent === this.root ? undefined : parent,
      instance: parent.isInstance ? parent : parent.instance,
      type: schemas.schemaType,
      isActive: active,
      hasDefiningSpecifier: specifier !== "over",
      isDefined: above.isDefined && specifier !== "over",
      isAbstract: above.isAbstract || specifier === "class",
      isInstance: active && isInstance(index),
      isLoaded: active && (hasPayloads(index) ? this.stage.loads(source) : above.isLoaded),
      schemas,
      contents: index.shared && contents,
      place: index.sharedBelow,
      below: undefined,
      some: undefined,
    };
  }

  private findPrototypes(): ReadonlyMap<PathId, PathId> {
    const { paths, prototypes } = this.stage;
    const found = new Map<PathId, PathId>();
    for (const { source, instances, recursive } of prototypes) {
      const from = paths.parse(source);
      for (const instance of recursive) this.recursiveInstances.add(paths.parse(instance));
      for (const instance of instances) found.set(paths.parse(instance), from);
    }
    return found;
  }
}

function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  const next = path[prefix.length] as string | undefined;
  return next === "/" || next === "." || next === undefined;
}
