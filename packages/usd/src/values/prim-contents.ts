/** What the layers and schemas have for a prim. Prims with the same sites and time offsets share it. */
import { inPropertyOrder, type NameOrders } from "../metadata/property-order.ts";
import { namesWithPaths, propertyOpinions, type PropertyOpinions, type SpecSite } from "../metadata/prim-opinions.ts";
import { defineAttribute, type AttributeDefinition } from "./attribute-definition.ts";
import type { SchemaDefinitions } from "./prim-schemas.ts";
import type { PrimSchemas } from "./schema-properties.ts";

export class PrimContents {
  /** The specs of the prim, strongest first. */
  readonly specs: readonly SpecSite[];
  readonly defined: SchemaDefinitions;
  /** Whether the prims may author value clips. */
  readonly mayHaveClips: boolean;
  private readonly orders: NameOrders;
  private foundProperties: PropertyOpinions | undefined;
  private foundWithPaths: ReadonlySet<string> | undefined;
  private readonly attributes: Map<string, AttributeDefinition | undefined> = new Map();
  private foundAll: readonly AttributeDefinition[] | undefined;

  constructor(
    { specs, mayHaveClips }: Pick<PrimContents, "specs" | "mayHaveClips">,
    defined: SchemaDefinitions,
    orders: NameOrders,
  ) {
    this.specs = specs;
    this.mayHaveClips = mayHaveClips;
    this.defined = defined;
    this.orders = orders;
  }

  get schemas(): PrimSchemas {
    return this.defined.schemas;
  }

  /** The properties that layers have. */
  get properties(): PropertyOpinions {
    return (this.foundProperties ??= propertyOpinions(this.specs));
  }

  /** Names of the properties of which a layer has targets or connections. */
  get withPaths(): ReadonlySet<string> {
    return (this.foundWithPaths ??= namesWithPaths(this.properties));
  }

  /** Returns an attribute; undefined if neither a layer nor a schema has it. */
  attribute(name: string): AttributeDefinition | undefined {
    const authored = this.properties.get(name);
    if (authored === undefined) return this.defined.attribute(name);
    const known = this.attributes.get(name);
    if (known !== undefined || this.attributes.has(name)) return known;
    const found = defineAttribute(name, this.defined.property(name), authored);
    this.attributes.set(name, found);
    return found;
  }

  /** The attributes that layers and schemas have, in the order of the reference. */
  get allAttributes(): readonly AttributeDefinition[] {
    if (this.foundAll !== undefined) return this.foundAll;
    const { properties, defined } = this;
    const added = [...defined.names].filter((name) => !properties.has(name));
    const found: AttributeDefinition[] = [];
    for (const name of this.inOrder([...properties.keys(), ...added])) {
      const attribute = this.attribute(name);
      if (attribute !== undefined) found.push(attribute);
    }
    return (this.foundAll = found);
  }

  /** Returns names of properties in the order of the reference: by name, those of `propertyOrder` first. */
  inOrder(names: readonly string[]): readonly string[] {
    const sorted = this.orders.sorted(names);
    for (const { owner } of this.specs) {
      const order = owner.fields.get("propertyOrder");
      if (order !== undefined) return inPropertyOrder(sorted, order);
    }
    return sorted;
  }
}
