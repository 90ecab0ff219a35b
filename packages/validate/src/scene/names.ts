/** Finds near misses of names that the service reads. A misspelled name suppresses the findings that follow from it. */
import { transformOpTypes, type PrimDefinition, type PrimTypes } from "@usdkit/service-scene";
import { nearestName } from "@usdkit/layer";
import { referenceProperties, referenceTypes } from "./reference-names.ts";

export const TRANSFORM = "xformOp:transform";
export const TRANSFORM_ORDER = "xformOpOrder";
export const OP_PREFIX = "xformOp:";
export const RESOLUTION = "resolution";
export const RESET_STACK = "!resetXformStack!";
const INVERT = "!invert!";

/** Metadata that the service reads (spec 2.8), by the keywords of the text. */
const fieldNames: Readonly<Record<"layer" | "prim" | "property", readonly string[]>> = {
  layer: ["defaultPrim", "doc", "documentation"],
  prim: ["payload", "active", "doc", "documentation"],
  property: ["doc", "documentation"],
};
const opTypes: ReadonlySet<string> = new Set(transformOpTypes);
const transformProperties: readonly string[] = [TRANSFORM, TRANSFORM_ORDER];
const orderNames: readonly string[] = [TRANSFORM, RESET_STACK];

/** Caches its results, as few names occur many times. One instance serves the checks of a document. */
export class Names {
  readonly #types = new Map<string, string | undefined>();
  readonly #properties = new Map<PrimDefinition, Map<string, string | undefined>>();
  readonly #transformProperties = new Map<string, string | undefined>();
  readonly #orderEntries = new Map<string, string | undefined>();
  readonly #primTypes: PrimTypes;

  constructor(primTypes: PrimTypes) {
    this.#primTypes = primTypes;
  }

  /** Number of names with a kept result. */
  get size(): number {
    let size = this.#types.size + this.#transformProperties.size + this.#orderEntries.size;
    for (const known of this.#properties.values()) size += known.size;
    return size;
  }

  /** Returns the supported type that a prim's type is a near miss of. */
  nearType(typeName: string): string | undefined {
    return remember(this.#types, typeName, () =>
      typeName === "" || referenceTypes.has(typeName) ? undefined : nearestName(typeName, this.#primTypes.keys()),
    );
  }

  /** Returns the property of the table that `name` is a near miss of. */
  nearProperty(definition: PrimDefinition, name: string): string | undefined {
    let known = this.#properties.get(definition);
    if (known === undefined) this.#properties.set(definition, (known = new Map<string, string | undefined>()));
    return remember(known, name, () =>
      isRealProperty(name) ? undefined : nearestName(name, propertyNamesOf(definition)),
    );
  }

  /** Returns `xformOp:transform` or `xformOpOrder` if a property's name is a near miss of it. */
  nearTransformProperty(name: string): string | undefined {
    return remember(this.#transformProperties, name, () =>
      isRealProperty(name) ? undefined : nearestName(name, transformProperties),
    );
  }

  /** Returns the entry of `xformOpOrder` that this one is a near miss of. */
  nearOrderEntry(entry: string): string | undefined {
    return remember(this.#orderEntries, entry, () => {
      const name = entry.startsWith(INVERT) ? entry.slice(INVERT.length) : entry;
      if (isRealProperty(name)) return undefined;
      const near = nearestName(name, orderNames);
      return near === undefined ? undefined : entry.slice(0, entry.length - name.length) + near;
    });
  }

  /** Returns the metadata key that `name` is a near miss of. */
  nearField(kind: "layer" | "prim" | "property", name: string): string | undefined {
    return nearestName(name, fieldNames[kind]);
  }
}

/** The service also reads a camera's `resolution` if RenderSettings have none (spec 2.8 rule 3). */
function propertyNamesOf({ role, properties }: PrimDefinition): Iterable<string> {
  return role === "camera" ? [...properties.keys(), RESOLUTION] : properties.keys();
}

/** Whether it is a property of the reference's schemas, or an op of a known type: `xformOp:transform:pivot`. */
function isRealProperty(name: string): boolean {
  if (referenceProperties.has(name)) return true;
  if (!name.startsWith(OP_PREFIX)) return false;
  const colon = name.indexOf(":", OP_PREFIX.length);
  return opTypes.has(name.slice(OP_PREFIX.length, colon < 0 ? name.length : colon));
}

function remember<K>(known: Map<K, string | undefined>, key: K, find: () => string | undefined): string | undefined {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before;
  const found = find();
  known.set(key, found);
  return found;
}
