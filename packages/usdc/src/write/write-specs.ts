/** The specs of a layer, as fields and sets of fields. */
import type { AttributeSpec, Layer, PropertySpec, RelationshipSpec, Spec, Specifier, Variability } from "@usdkit/layer";
import { IntList } from "../encode/int-list.ts";
import { SpecNumber } from "../layer/known-fields.ts";
import type { PackContext } from "./pack-context.ts";
import { packField, packNames, packPathListOp, packSubLayers } from "./pack-fields.ts";
import { packSpline, packTimeSamples, packValue } from "./pack-values.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { CrateType } from "../values/crate-type.ts";
import { inlinedRep } from "../values/value-rep.ts";
import { FieldTable, ListTable } from "./tables.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

const specifiers: readonly Specifier[] = ["def", "over", "class"];
const variabilities: readonly Variability[] = ["varying", "uniform"];

/** The tables of specs. */
export class SpecWriter {
  readonly fields: FieldTable = new FieldTable();
  readonly fieldSets: ListTable = new ListTable();
  /** By spec: its path, where its set of fields starts, and its type. */
  readonly paths: IntList = new IntList();
  readonly sets: IntList = new IntList();
  readonly types: IntList = new IntList();
  private readonly context: PackContext;
  private current: number[] = [];

  constructor(context: PackContext) {
    this.context = context;
  }

  /** Adds the specs of a layer, each owner before its children; calls `added` after each. */
  *addAll(layer: Layer): Generator<void, void, undefined> {
    /** Specs, each but the root with the path index of its parent; for a variant, that of the prim. */
    const waiting: Spec[] = [layer.root];
    const parents: number[] = [];
    for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
      const parent = parents.pop() ?? this.context.paths.root;
      const path = this.addNamed(spec, parent);
      yield;
      if (spec.specType === "attribute" || spec.specType === "relationship") continue;
      const inside: readonly Spec[] =
        spec.specType === "variantSet"
          ? [...new Set(spec.variants)]
          : [...spec.properties, ...spec.children, ...spec.variantSets];
      for (let i = inside.length - 1; i >= 0; i--) {
        waiting.push(inside[i]);
        parents.push(spec.specType === "variantSet" ? parent : path);
      }
    }
  }

  /** {@link add}; errors of the tables of texts and paths name the spec as well. */
  private addNamed(spec: Spec, parent: number): number {
    try {
      return this.add(spec, parent);
    } catch (error) {
      if (error instanceof UsdcWriteError && error.path === "") throw this.context.error(error.message);
      throw error;
    }
  }

  /** Drops what only further specs would need. */
  finish(): void {
    this.fields.finish();
    this.fieldSets.finish();
  }

  /** Adds a spec below the path `parent`; returns the index of its path. */
  private add(spec: Spec, parent: number): number {
    const { context } = this;
    context.spec = spec;
    this.current = [];
    switch (spec.specType) {
      case "attribute":
        this.addAttribute(spec);
        break;
      case "relationship":
        this.addRelationship(spec);
        break;
      case "variantSet":
        this.setNames("variantChildren", [...new Set(spec.variants)]);
        break;
      case "prim":
        this.set("specifier", inlinedRep(CrateType.specifier, specifiers.indexOf(spec.specifier)));
        if (spec.typeName !== "") this.setToken("typeName", spec.typeName);
        break;
      case "variant":
        this.set("specifier", inlinedRep(CrateType.specifier, specifiers.indexOf("over")));
        break;
      case "pseudoRoot":
        break;
    }
    this.addFields(spec);
    if ("children" in spec) {
      this.setNames("primChildren", spec.children);
      this.setNames("properties", spec.properties);
      this.setNames("variantSetChildren", spec.variantSets);
    }
    const path = this.addPath(spec, parent);
    this.paths.push(path);
    this.types.push(SpecNumber[spec.specType]);
    this.sets.push(this.fieldSets.add(this.current));
    return path;
  }

  /** Returns the path of a spec, from its parent's path: the text of most paths is not needed. */
  private addPath(spec: Spec, parent: number): number {
    const { paths } = this.context;
    switch (spec.specType) {
      case "pseudoRoot":
        return paths.root;
      case "prim":
        return paths.addChild(parent, spec.name);
      case "variantSet":
        return paths.addChild(parent, `{${spec.name}=}`);
      case "variant":
        return paths.addChild(parent, `{${spec.parent.name}=${spec.name}}`);
      default:
        return paths.addProperty(parent, spec.name);
    }
  }

  private set(name: string, rep: ValueRep): void {
    this.current.push(this.fields.add(this.context.tokens.add(name), rep.low, rep.high));
  }

  private setToken(name: string, text: string): void {
    this.set(name, inlinedRep(CrateType.token, this.context.tokens.add(text)));
  }

  private setNames(name: string, specs: readonly { readonly name: string }[]): void {
    if (specs.length > 0) this.set(name, packNames(this.context, specs));
  }

  private addFields(spec: Spec): void {
    const { context } = this;
    for (const { name, value } of spec.fields.values()) {
      // The metadata's type replaces that of the statement, which has it already.
      if (spec.specType === "prim" && name === "typeName") continue;
      if (value.kind === "subLayers") {
        if (value.items.length === 0) continue;
        const { assets, offsets } = packSubLayers(context, value.items);
        this.set("subLayers", assets);
        this.set("subLayerOffsets", offsets);
      } else this.set(name, packField(context, name, value));
    }
  }

  /** Readers take a property without `custom` as not custom; the reference leaves it out as well. */
  private addCustom({ custom }: PropertySpec): void {
    if (custom) this.set("custom", inlinedRep(CrateType.bool, 1));
  }

  private addVariability({ variability }: PropertySpec): void {
    this.set("variability", inlinedRep(CrateType.variability, variabilities.indexOf(variability)));
  }

  private addAttribute(spec: AttributeSpec): void {
    this.addCustom(spec);
    // Attributes without it vary, as the reference writes them.
    if (spec.variability !== "varying") this.addVariability(spec);
    this.addValues(spec);
  }

  private addValues(spec: NonNullable<RelationshipSpec["merged"]>): void {
    const { context } = this;
    const { typeName, defaultValue, timeSamples, spline, connectionPaths } = spec;
    this.setToken("typeName", typeName);
    if (defaultValue !== undefined) this.set("default", packValue(context, defaultValue));
    if (timeSamples !== undefined) this.set("timeSamples", packTimeSamples(context, timeSamples));
    if (spline !== undefined) this.set("spline", packSpline(context, spline));
    if (connectionPaths !== undefined) this.set("connectionPaths", packPathListOp(context, connectionPaths));
  }

  private addRelationship(spec: RelationshipSpec): void {
    const { context } = this;
    this.addCustom(spec);
    this.addVariability(spec);
    if (spec.targetPaths !== undefined) this.set("targetPaths", packPathListOp(context, spec.targetPaths));
    if (spec.defaultTarget !== undefined) throw context.error("A crate cannot hold the default of a relationship");
    // What an attribute statement of the same name authored.
    if (spec.merged !== undefined) this.addValues(spec.merged);
  }
}
