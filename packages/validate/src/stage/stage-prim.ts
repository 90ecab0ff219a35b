/** The prims of a stage check: read when a rule asks for something, with a note of what other prims were read. */
import type { Value } from "@usdkit/layer";
import {
  hasAuthoredValue,
  type ComposedTargets,
  type PathId,
  type PropertyOpinion,
  type SpecSite,
  type Stage,
  type StageAttribute,
  type StageReader,
  type StageTime,
} from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import type { NumberedShape } from "./prim-shapes.ts";

/** A time before all samples: at it an attribute has its first sample. */
const EARLIEST = -Number.MAX_VALUE;

/** What the prims of a check read from. */
export interface StagePrimSource {
  readonly stage: Stage;
  readonly reader: StageReader;
  /** Returns a child of a prim. */
  readonly child: (parent: StagePrim | undefined, id: PathId) => StagePrim | undefined;
  /** What functions made for all prims of the check. */
  readonly ofCheck: Map<() => object, object>;
  /** A rule reads something of a prim: noted, if it is another one than the prim that is checked. */
  readonly onRead: (id: PathId) => void;
}

const noTargets: ComposedTargets = { targets: [], inClassInstances: [], errors: [] };
const noSpecs: readonly SpecSite[] = [];
const noNames: ReadonlySet<string> = new Set();
const noProperties: ReadonlyMap<string, readonly PropertyOpinion[]> = new Map();

/** A prim of a check. */
export class StagePrim implements CheckedPrim {
  readonly id: PathId;
  readonly parent: StagePrim | undefined;
  readonly shape: NumberedShape;
  /** Number of the shapes of the prims above it. */
  readonly context: number;
  readonly isDefined: boolean;
  readonly isAbstract: boolean;
  private readonly source: StagePrimSource;
  private foundPath: string | undefined;
  private foundChildren: readonly StagePrim[] | undefined;
  private foundTargets: Map<string, ComposedTargets> | undefined;

  constructor(
    source: StagePrimSource,
    { id, parent, shape, context }: Pick<StagePrim, "id" | "parent" | "shape" | "context">,
  ) {
    this.source = source;
    this.id = id;
    this.parent = parent;
    this.shape = shape;
    this.context = context;
    this.isDefined = shape.specifier !== "over" && (parent === undefined || parent.isDefined);
    this.isAbstract = shape.specifier === "class" || (parent !== undefined && parent.isAbstract);
  }

  get path(): string {
    if (this.foundPath === undefined) {
      const { parent } = this;
      const name = this.name;
      this.foundPath = parent === undefined ? `/${name}` : `${parent.path}/${name}`;
    }
    return this.foundPath;
  }

  get name(): string {
    return this.source.stage.paths.element(this.id);
  }

  get specs(): readonly SpecSite[] {
    this.source.onRead(this.id);
    return this.source.reader.opinions({ source: this.id })?.specs ?? noSpecs;
  }

  get properties(): ReadonlyMap<string, readonly PropertyOpinion[]> {
    this.source.onRead(this.id);
    return this.source.reader.opinions({ source: this.id })?.properties ?? noProperties;
  }

  get withPaths(): ReadonlySet<string> {
    this.source.onRead(this.id);
    return this.source.reader.opinions({ source: this.id })?.withPaths ?? noNames;
  }

  get children(): readonly StagePrim[] {
    const { source, id, shape } = this;
    source.onRead(id);
    if (this.foundChildren === undefined) {
      const found: StagePrim[] = [];
      for (const each of shape.isActive ? source.stage.children(id) : []) {
        const child = source.child(this, each);
        if (child !== undefined) found.push(child);
      }
      this.foundChildren = found;
    }
    for (const child of this.foundChildren) source.onRead(child.id);
    return this.foundChildren;
  }

  isA(type: string): boolean {
    return this.shape.types.has(type);
  }

  hasApi(schema: string): boolean {
    return this.shape.apis.has(schema);
  }

  attribute(name: string): StageAttribute | undefined {
    this.source.onRead(this.id);
    return this.source.reader.attribute({ source: this.id }, name);
  }

  hasValue(name: string): boolean {
    const attribute = this.attribute(name);
    return attribute !== undefined && hasAuthoredValue(attribute);
  }

  value(name: string, time: StageTime = EARLIEST): Value | undefined {
    const attribute = this.attribute(name);
    return attribute === undefined ? undefined : this.source.reader.attributeValue(attribute, time);
  }

  sampleTimes(name: string): readonly number[] {
    const attribute = this.attribute(name);
    return attribute === undefined ? [] : this.source.reader.sampleTimes(attribute);
  }

  ofCheck<Kept extends object>(make: () => Kept): Kept {
    const { ofCheck } = this.source;
    const known = ofCheck.get(make);
    // What is kept for a function is what that function returned.
    if (known !== undefined) return known as Kept;
    const made = make();
    ofCheck.set(make, made);
    return made;
  }

  targets(name: string): readonly string[] {
    this.source.onRead(this.id);
    return this.composedTargets(name).targets;
  }

  /** Returns targets or connections with what is wrong with them. */
  composedTargets(name: string): ComposedTargets {
    this.foundTargets ??= new Map();
    let found = this.foundTargets.get(name);
    if (found === undefined) {
      const isAuthored = this.source.reader.opinions({ source: this.id })?.withPaths.has(name) === true;
      found = isAuthored ? this.source.stage.targets(this.id, name) : noTargets;
      this.foundTargets.set(name, found);
    }
    return found;
  }
}
