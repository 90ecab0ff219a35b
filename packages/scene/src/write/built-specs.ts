/** Specs of built prims, created from the authored state on first access. */
import { identityMatrix, RESET_XFORM_STACK } from "@usdkit/service-scene";
import {
  plainValue,
  valueTypes,
  type AttributeSpec,
  type Field,
  type FieldValue,
  type PrimSpec,
  type PropertySpec,
  type PseudoRootSpec,
  type ReferenceItem,
  type RelationshipSpec,
  type Specifier,
  type TypedValue,
  type ValueType,
  type VariantSetSpec,
} from "@usdkit/layer";
import { MatrixPool } from "./matrix-pool.ts";
import type { Payload } from "../check/check-payload.ts";
import type { StageMetadata } from "../model/scene-state.ts";
import type { Placement, Authored } from "../model/subject.ts";

/** The source of a prim's spec. */
export interface PrimPlan {
  readonly name: string;
  readonly typeName: string;
  readonly specifier: Specifier;
  readonly authored: Authored;
}

const noVariantSets: readonly VariantSetSpec[] = [];
const noStatements: readonly never[] = [];
const noFields: ReadonlyMap<string, Field> = new Map();

/** The root of a layer. */
export class BuiltRoot implements PseudoRootSpec {
  readonly specType = "pseudoRoot";
  readonly path = "/";
  readonly name = "";
  readonly children: PrimSpec[] = [];
  readonly properties: readonly PropertySpec[] = [];
  readonly variantSets: readonly VariantSetSpec[] = noVariantSets;
  readonly fields: ReadonlyMap<string, Field>;

  constructor({ defaultPrim, doc, metersPerUnit, upAxis }: StageMetadata) {
    const fields = new Map<string, Field>();
    if (defaultPrim !== undefined) addField(fields, "defaultPrim", plainValue("token", defaultPrim));
    if (doc !== undefined) addField(fields, "documentation", plainValue("string", doc));
    if (metersPerUnit !== undefined) addField(fields, "metersPerUnit", plainValue("double", metersPerUnit));
    if (upAxis !== undefined) addField(fields, "upAxis", plainValue("token", upAxis));
    this.fields = fields;
  }
}

/** Data shared by the prims of one layer. */
export class LayerContext {
  /** The target of a `rel camera` that follows the first camera. */
  readonly firstCamera: string | undefined;
  readonly matrices: MatrixPool;
  readonly #keeps: boolean;
  #last: BuiltPrim | undefined;
  #lastProperties: readonly PropertySpec[] = [];

  /** @param keeps False for a reader that reads prims one by one and keeps nothing: the printer */
  constructor(firstCamera: string | undefined, keeps: boolean) {
    this.firstCamera = firstCamera;
    this.matrices = new MatrixPool(!keeps);
    this.#keeps = keeps;
  }

  propertiesOf(prim: BuiltPrim, authored: Authored): readonly PropertySpec[] {
    if (this.#keeps) return propertiesOf(prim, authored, this);
    if (this.#last !== prim) {
      this.#lastProperties = propertiesOf(prim, authored, this);
      this.#last = prim;
    }
    return this.#lastProperties;
  }

  get keeps(): boolean {
    return this.#keeps;
  }
}

/** A prim of a built layer. */
export class BuiltPrim implements PrimSpec {
  readonly specType = "prim";
  readonly path: string;
  readonly name: string;
  readonly typeName: string;
  readonly specifier: Specifier;
  readonly parent: BuiltRoot | BuiltPrim;
  readonly children: PrimSpec[];
  readonly variantSets: readonly VariantSetSpec[] = noVariantSets;
  readonly #authored: Authored;
  readonly #context: LayerContext;
  #fields: ReadonlyMap<string, Field> | undefined;
  #properties: readonly PropertySpec[] | undefined;

  /** @param children Filled by the caller */
  constructor(plan: PrimPlan, parent: BuiltRoot | BuiltPrim, context: LayerContext, children: PrimSpec[]) {
    this.children = children;
    this.name = plan.name;
    this.typeName = plan.typeName;
    this.specifier = plan.specifier;
    this.parent = parent;
    this.path = parent.path === "/" ? `/${plan.name}` : `${parent.path}/${plan.name}`;
    this.#authored = plan.authored;
    this.#context = context;
  }

  get fields(): ReadonlyMap<string, Field> {
    if (this.#fields !== undefined) return this.#fields;
    const fields = fieldsOf(this.#authored);
    if (this.#context.keeps) this.#fields = fields;
    return fields;
  }

  get properties(): readonly PropertySpec[] {
    if (this.#properties !== undefined) return this.#properties;
    const properties = this.#context.propertiesOf(this, this.#authored);
    if (this.#context.keeps) this.#properties = properties;
    return properties;
  }
}

function fieldsOf({ doc, payload }: Authored): ReadonlyMap<string, Field> {
  if (doc === undefined && payload === undefined) return noFields;
  const fields = new Map<string, Field>();
  if (doc !== undefined) addField(fields, "documentation", plainValue("string", doc));
  if (payload !== undefined) addField(fields, "payload", payloadValue(payload));
  return fields;
}

function addField(fields: Map<string, Field>, name: string, value: FieldValue): void {
  fields.set(name, { name, value, entries: [] });
}

/** `payload = @asset@</target>`. */
function payloadValue({ asset, target }: Payload): FieldValue {
  const layerOffset = { offset: 0, scale: 1 };
  return { kind: "referenceListOp", listOp: { explicit: [{ asset, primPath: target ?? "", layerOffset }] } };
}

/**
 * Returns the payload field with another asset; keeps the list operation of the text and the layer offset.
 *
 * @param before The only payload of the text, which the builder checked
 */
export function changedPayload(before: FieldValue | undefined, { asset, target }: Payload): FieldValue {
  if (before?.kind !== "referenceListOp") return payloadValue({ asset, target });
  const change = (item: ReferenceItem): ReferenceItem => ({
    asset,
    primPath: target ?? "",
    layerOffset: item.layerOffset,
  });
  const { explicit, prepended, appended, added } = before.listOp;
  if (prepended?.length === 1)
    return { kind: before.kind, listOp: { ...before.listOp, prepended: prepended.map(change) } };
  if (appended?.length === 1)
    return { kind: before.kind, listOp: { ...before.listOp, appended: appended.map(change) } };
  if (added?.length === 1) return { kind: before.kind, listOp: { ...before.listOp, added: added.map(change) } };
  if (explicit?.length === 1) return { kind: before.kind, listOp: { explicit: explicit.map(change) } };
  return payloadValue({ asset, target });
}

/** In the order of the type's table, independent of the order of the calls. */
export function propertiesOf(parent: PrimSpec, authored: Authored, context: LayerContext): readonly PropertySpec[] {
  const properties: PropertySpec[] = [];
  const { cameraTarget, attributes, placement } = authored;
  if (cameraTarget !== undefined) {
    const target = cameraTarget === "first" ? context.firstCamera : cameraTarget.path;
    if (target !== undefined) properties.push(newRelationship(parent, "camera", target));
  }
  for (const { definition, value, isCustom = false } of attributes) {
    const uniform = definition.variability === "uniform";
    properties.push(newAttribute(parent, { name: definition.name, uniform, custom: isCustom }, value));
  }
  if (placement !== undefined && !isUnmoved(parent, placement)) {
    properties.push(newAttribute(parent, { name: TRANSFORM }, matrixValue(placement, context.matrices)));
    properties.push(newAttribute(parent, { name: TRANSFORM_ORDER, uniform: true }, orderValue(placement)));
  }
  return properties;
}

export const TRANSFORM = "xformOp:transform";
export const TRANSFORM_ORDER = "xformOpOrder";

/** A prim that was never placed needs no matrix, unless a patch places it at the identity. */
function isUnmoved(parent: PrimSpec, { matrix, resets }: Placement): boolean {
  return parent.specifier === "def" && matrix === identityMatrix && !resets;
}

const MATRIX = valueTypes.get("matrix4d") as ValueType;

function matrixValue({ matrix }: Placement, matrices: MatrixPool): TypedValue {
  return { kind: "typed", type: MATRIX, isArray: false, data: matrices.copyOf(matrix) };
}

const ORDER = plainValue("token[]", [TRANSFORM]) as TypedValue;
const RESETTING_ORDER = plainValue("token[]", [RESET_XFORM_STACK, TRANSFORM]) as TypedValue;

/** The `xformOpOrder` that lists the matrix. */
function orderValue({ resets }: Placement): TypedValue {
  return resets ? RESETTING_ORDER : ORDER;
}

/** The declaration of an attribute without its type. */
interface Declared {
  readonly name: string;
  readonly uniform?: boolean;
  readonly custom?: boolean;
}

function newAttribute(parent: PrimSpec, declared: Declared, value: TypedValue): AttributeSpec {
  const { name, uniform = false, custom = false } = declared;
  return {
    specType: "attribute",
    path: `${parent.path}.${name}`,
    name,
    fields: noFields,
    custom,
    variability: uniform ? "uniform" : "varying",
    parent,
    statements: noStatements,
    typeName: value.isArray ? `${value.type.name}[]` : value.type.name,
    valueType: value.type,
    isArray: value.isArray,
    defaultValue: value,
    timeSamples: undefined,
    spline: undefined,
    connectionPaths: undefined,
  };
}

function newRelationship(parent: PrimSpec, name: string, target: string): RelationshipSpec {
  return {
    specType: "relationship",
    path: `${parent.path}.${name}`,
    name,
    fields: noFields,
    custom: false,
    variability: "uniform",
    parent,
    statements: noStatements,
    targetPaths: { explicit: [target] },
    defaultTarget: undefined,
  };
}
