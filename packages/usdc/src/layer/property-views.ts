/** Attributes and relationships, read when they are looked at. */
import type {
  AttributeSpec,
  Field,
  ListOp,
  PrimSpec,
  PropertySpec,
  RelationshipSpec,
  Spline,
  TimeSamples,
  Value,
  ValueType,
  Variability,
  VariantSpec,
} from "@usdkit/layer";
import type { CrateValue } from "../values/crate-value.ts";
import { CrateType } from "../values/crate-type.ts";
import type { CrateModel } from "./crate-model.ts";
import { readFields } from "./field-values.ts";
import { KnownField, SpecNumber } from "./known-fields.ts";

const noStatements: readonly never[] = [];

/** The view of the property that is `spec` in the tables; undefined if it is of another kind. */
export function makeProperty(
  model: CrateModel,
  spec: number,
  parent: PrimSpec | VariantSpec,
): PropertySpec | undefined {
  switch (model.structure.specTypes[spec]) {
    case SpecNumber.attribute:
      return new AttributeView(model, spec, parent);
    case SpecNumber.relationship:
      return new RelationshipView(model, spec, parent);
    default:
      return undefined;
  }
}

/** Returns an instance of each view. */
export function makePropertyInstances(model: CrateModel, parent: PrimSpec): readonly object[] {
  return [new AttributeView(model, 0, parent), new RelationshipView(model, 0, parent)];
}

abstract class PropertyView {
  readonly parent: PrimSpec | VariantSpec;
  protected readonly model: CrateModel;
  /** Index of the spec in the tables. */
  readonly spec: number;

  constructor(model: CrateModel, spec: number, parent: PrimSpec | VariantSpec) {
    this.model = model;
    this.spec = spec;
    this.parent = parent;
  }

  get statements(): readonly never[] {
    return noStatements;
  }

  /** Byte of the spec in the file. */
  get crateOffset(): number {
    return this.model.offset(this.spec);
  }

  get name(): string {
    const { paths, specPaths } = this.model.structure;
    return paths.element(specPaths[this.spec]);
  }

  get path(): string {
    const { paths, specPaths } = this.model.structure;
    return paths.text(specPaths[this.spec]);
  }

  get custom(): boolean {
    const bits = this.model.inlined(this.spec, KnownField.custom, CrateType.bool);
    return bits > 0 && (bits & 0xff) !== 0;
  }

  get variability(): Variability {
    // 2 is `config`, an old kind of uniform.
    return this.model.inlined(this.spec, KnownField.variability, CrateType.variability) > 0 ? "uniform" : "varying";
  }

  get fields(): ReadonlyMap<string, Field> {
    return readFields(this.model, this.spec);
  }

  get typeName(): string {
    return this.model.declaredType(this.spec).name;
  }

  get defaultValue(): Value | undefined {
    const field = this.model.find(this.spec, KnownField.default);
    return field < 0 ? undefined : asValue(this.model.value(field, this.declaredType));
  }

  get timeSamples(): TimeSamples | undefined {
    const field = this.model.find(this.spec, KnownField.timeSamples);
    const value = field < 0 ? undefined : this.model.value(field, this.declaredType);
    return value?.kind === "timeSamples" ? value.samples : undefined;
  }

  get spline(): Spline | undefined {
    const value = this.model.valueOf(this.spec, KnownField.spline, this.declaredType);
    return value?.kind === "spline" ? value : undefined;
  }

  get connectionPaths(): ListOp<string> | undefined {
    return this.pathOps(KnownField.connectionPaths);
  }

  /** The type that values have. */
  protected get declaredType(): ValueType | undefined {
    return this.model.declaredType(this.spec).type;
  }

  protected pathOps(kind: number): ListOp<string> | undefined {
    const value = this.model.valueOf(this.spec, kind);
    return value?.kind === "pathListOp" ? value.listOp : undefined;
  }
}

class AttributeView extends PropertyView implements AttributeSpec {
  get specType(): "attribute" {
    return "attribute";
  }

  get isArray(): boolean {
    return this.model.declaredType(this.spec).isArray;
  }

  get valueType(): ValueType | undefined {
    const { isArray, type } = this.model.declaredType(this.spec);
    return isArray && type?.hasArray === false ? undefined : type;
  }
}

class RelationshipView extends PropertyView implements RelationshipSpec {
  get specType(): "relationship" {
    return "relationship";
  }

  /** The reference cannot write one. */
  get defaultTarget(): undefined {
    return undefined;
  }

  get targetPaths(): ListOp<string> | undefined {
    return this.pathOps(KnownField.targetPaths);
  }

  get merged(): RelationshipSpec["merged"] {
    const { typeName, defaultValue } = this;
    if (typeName === "" && defaultValue === undefined) return undefined;
    const { timeSamples, spline, connectionPaths } = this;
    return { typeName, defaultValue, timeSamples, spline, connectionPaths };
  }
}

/** What an attribute can have as its value. */
function asValue(value: CrateValue | undefined): Value | undefined {
  switch (value?.kind) {
    case "typed":
    case "block":
    case "animationBlock":
    case "arrayEdit":
    case "unregistered":
    case "dictionary":
      return value;
    default:
      return undefined;
  }
}
