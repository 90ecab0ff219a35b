/**
 * Specs of a flattened layer. Prims with the same opinions share a template; a prim makes the specs of its properties, with its own
 * paths and targets, when they are asked for.
 */
import type {
  AttributeSpec,
  ListOp,
  PrimSpec,
  PropertySpec,
  PseudoRootSpec,
  RelationshipSpec,
  Specifier,
  Spline,
  TimeSamples,
  Value,
  ValueType,
  Variability,
} from "@usdkit/layer";
import type { PrimIndex } from "../index/prim-index.ts";
import type { Fields } from "./new-field.ts";
import type { PropertyTargets } from "./property-targets.ts";

/** What the specs of properties of prims with the same opinions have in common. */
export interface PropertyTemplate extends Pick<PropertySpec, "name" | "fields" | "custom" | "variability"> {
  /** Undefined for a relationship. */
  readonly attribute: AttributeTemplate | undefined;
  /** Undefined if no layer has any. */
  readonly targets: PropertyTargets | undefined;
}

export type AttributeTemplate = Pick<
  AttributeSpec,
  "typeName" | "valueType" | "isArray" | "defaultValue" | "timeSamples" | "spline"
>;

/** What the specs of prims with the same opinions have in common. */
export interface PrimTemplate {
  readonly specifier: Specifier;
  readonly typeName: string;
  readonly fields: Fields;
  readonly properties: readonly PropertyTemplate[];
}

const noStatements: readonly never[] = [];
const noPrims: readonly PrimSpec[] = [];
const noProperties: readonly PropertySpec[] = [];
const noSets: readonly never[] = [];

/** A spec to which prims are added. */
interface Parent {
  add(child: PrimSpec): void;
}

/** The root of a flattened layer. */
export class FlattenedRoot implements PseudoRootSpec, Parent {
  readonly specType = "pseudoRoot";
  readonly path = "/";
  readonly name = "";
  readonly fields: Fields;
  readonly children: PrimSpec[] = [];
  readonly properties: readonly PropertySpec[] = noProperties;
  readonly variantSets: readonly never[] = noSets;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  add(child: PrimSpec): void {
    this.children.push(child);
  }
}

/** A prim of a flattened layer. */
export class FlattenedPrim implements PrimSpec, Parent {
  readonly name: string;
  readonly parent: FlattenedRoot | FlattenedPrim;
  private readonly template: PrimTemplate;
  /** Has the functions that map targets; undefined for a prim without properties. */
  private readonly index: PrimIndex | undefined;
  private below: PrimSpec[] | undefined;
  private made: readonly PropertySpec[] | undefined;

  constructor(
    name: string,
    parent: FlattenedRoot | FlattenedPrim,
    template: PrimTemplate,
    index: PrimIndex | undefined,
  ) {
    this.name = name;
    this.parent = parent;
    this.template = template;
    this.index = index;
    parent.add(this);
  }

  get specType(): "prim" {
    return "prim";
  }

  get path(): string {
    const { parent, name } = this;
    return parent instanceof FlattenedRoot ? `/${name}` : `${parent.path}/${name}`;
  }

  get specifier(): Specifier {
    return this.template.specifier;
  }

  get typeName(): string {
    return this.template.typeName;
  }

  get fields(): Fields {
    return this.template.fields;
  }

  get children(): readonly PrimSpec[] {
    return this.below ?? noPrims;
  }

  get properties(): readonly PropertySpec[] {
    return (this.made ??= this.makeProperties());
  }

  get variantSets(): readonly never[] {
    return noSets;
  }

  add(child: PrimSpec): void {
    if (this.below === undefined) this.below = [child];
    else this.below.push(child);
  }

  private makeProperties(): readonly PropertySpec[] {
    const { index } = this;
    const { properties } = this.template;
    if (properties.length === 0 || index === undefined) return noProperties;
    return properties.map((template) => {
      const { attribute, targets } = template;
      const paths = targets?.of(index.graph);
      return attribute === undefined
        ? new FlattenedRelationship(template, this, paths)
        : new FlattenedAttribute(template, attribute, this, paths);
    });
  }
}

abstract class FlattenedProperty {
  readonly parent: FlattenedPrim;
  protected readonly paths: ListOp<string> | undefined;
  private readonly template: PropertyTemplate;

  constructor(template: PropertyTemplate, parent: FlattenedPrim, paths: ListOp<string> | undefined) {
    this.template = template;
    this.parent = parent;
    this.paths = paths;
  }

  get name(): string {
    return this.template.name;
  }

  get path(): string {
    return `${this.parent.path}.${this.name}`;
  }

  get fields(): Fields {
    return this.template.fields;
  }

  get custom(): boolean {
    return this.template.custom;
  }

  get variability(): Variability {
    return this.template.variability;
  }

  get statements(): readonly never[] {
    return noStatements;
  }
}

class FlattenedAttribute extends FlattenedProperty implements AttributeSpec {
  private readonly attribute: AttributeTemplate;

  constructor(
    template: PropertyTemplate,
    attribute: AttributeTemplate,
    parent: FlattenedPrim,
    paths: ListOp<string> | undefined,
  ) {
    super(template, parent, paths);
    this.attribute = attribute;
  }

  get specType(): "attribute" {
    return "attribute";
  }

  get typeName(): string {
    return this.attribute.typeName;
  }

  get valueType(): ValueType | undefined {
    return this.attribute.valueType;
  }

  get isArray(): boolean {
    return this.attribute.isArray;
  }

  get defaultValue(): Value | undefined {
    return this.attribute.defaultValue;
  }

  get timeSamples(): TimeSamples | undefined {
    return this.attribute.timeSamples;
  }

  get spline(): Spline | undefined {
    return this.attribute.spline;
  }

  get connectionPaths(): ListOp<string> | undefined {
    return this.paths;
  }
}

class FlattenedRelationship extends FlattenedProperty implements RelationshipSpec {
  get specType(): "relationship" {
    return "relationship";
  }

  get targetPaths(): ListOp<string> | undefined {
    return this.paths;
  }

  get defaultTarget(): undefined {
    return undefined;
  }
}
