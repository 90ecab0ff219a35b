/** Manifests of value clips: which attributes the clips have values of. */
import {
  visitLayer,
  type AttributeSpec,
  type Field,
  type Layer,
  type PrimSpec,
  type PseudoRootSpec,
  type Spline,
  type Value,
  type VariantSpec,
} from "@usdkit/layer";
import { newField } from "../flatten/new-field.ts";
import {
  addAttribute,
  addPrim,
  addVariant,
  addVariantSet,
  newRoot,
  type NewPrim,
  type NewRoot,
  type NewVariant,
  type NewVariantSet,
} from "./new-specs.ts";

/**
 * Returns the manifest of clips: the attributes at and below a prim of which a clip has time samples or a spline, as the first such clip
 * declares them, with the default values of the topology (`UsdUtilsStitchClipsManifest`).
 *
 * @param topology the layers stitched without their animation
 * @param clipPath path of the prim that has the clips
 */
export function clipManifest(topology: Layer, clips: readonly Layer[], clipPath: string): Layer {
  const defaults = defaultValues(topology);
  const manifest = new ManifestPrims();
  for (const { attribute, isSampled } of animatedAttributes(clips, clipPath)) {
    const { path, spline, parent } = attribute;
    const empty = spline === undefined || isSampled ? undefined : emptySpline(spline);
    addAttribute(manifest.place(parent), declaration(attribute, { defaultValue: defaults.get(path), spline: empty }));
  }
  return { root: manifest.root, version: "1.0", comments: [] };
}

/** An attribute that has animation in a clip. */
interface Animated {
  /** Of the first clip that has animation. */
  readonly attribute: AttributeSpec;
  /** Whether a clip has samples. */
  isSampled: boolean;
}

/** Returns the attributes that have animation, in the order in which the clips have them. */
function animatedAttributes(clips: readonly Layer[], clipPath: string): Iterable<Animated> {
  const found = new Map<string, Animated>();
  for (const layer of clips) {
    visitLayer(layer, {
      attribute(attribute) {
        const { path, spline } = attribute;
        const isSampled = hasSamples(attribute);
        if ((!isSampled && spline === undefined) || !isBelow(path, clipPath)) return;
        const known = found.get(path);
        if (known === undefined) found.set(path, { attribute, isSampled });
        else known.isSampled ||= isSampled;
      },
    });
  }
  return found.values();
}

function hasSamples({ timeSamples }: AttributeSpec): boolean {
  return timeSamples !== undefined && timeSamples.times.length > 0;
}

function defaultValues(layer: Layer): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  visitLayer(layer, {
    attribute({ path, defaultValue }) {
      if (defaultValue !== undefined) found.set(path, defaultValue);
    },
  });
  return found;
}

/** Returns a declaration without metadata and animation. */
function declaration(
  { name, typeName, valueType, isArray, variability }: AttributeSpec,
  values: Pick<AttributeSpec, "defaultValue" | "spline">,
): Parameters<typeof addAttribute>[1] {
  const nothing = { timeSamples: undefined, connectionPaths: undefined, fields: new Map() };
  return { name, typeName, valueType, isArray, variability, custom: false, ...nothing, ...values };
}

function emptySpline({ valueType }: Spline): Spline {
  return { kind: "spline", valueType, curveType: "bezier", pre: { mode: "held" }, post: { mode: "held" }, knots: [] };
}

/** A prim or variant of a manifest, with the fields that it gets. */
interface Made {
  readonly spec: NewPrim | NewVariant;
  readonly fields: Map<string, Field>;
}

/** The prims and variants of a manifest, made for the first attribute below them. */
class ManifestPrims {
  readonly root: NewRoot = newRoot(new Map());
  private readonly made: Map<string, Made> = new Map();
  private readonly sets: Map<string, NewVariantSet> = new Map();

  /** Returns what a prim or variant of a clip is in the manifest. */
  place(owner: PrimSpec | VariantSpec): NewPrim | NewVariant {
    const missing: (PrimSpec | VariantSpec)[] = [];
    let spec: PrimSpec | VariantSpec | PseudoRootSpec = owner;
    while (spec.specType !== "pseudoRoot" && !this.made.has(spec.path)) {
      missing.push(spec);
      spec = spec.specType === "variant" ? spec.parent.parent : spec.parent;
    }
    // From the top: each is the parent of the next.
    let found = this.made.get(spec.path);
    for (const each of missing.reverse()) {
      found = each.specType === "variant" ? this.variant(found, each) : this.prim(found, each);
      this.made.set(each.path, found);
    }
    if (found === undefined) throw new RangeError(`${owner.path} is no prim`);
    return found.spec;
  }

  private prim(parent: Made | undefined, { name }: PrimSpec): Made {
    const fields = new Map<string, Field>();
    return { spec: addPrim(parent?.spec ?? this.root, { name, specifier: "over", typeName: "", fields }), fields };
  }

  private variant(owner: Made | undefined, { name, parent }: VariantSpec): Made {
    if (owner === undefined) throw new RangeError(`${parent.path} is not in a prim`);
    const set = this.sets.get(parent.path) ?? addVariantSet(owner.spec, parent.name);
    this.sets.set(parent.path, set);
    const listOp = { prepended: owner.spec.variantSets.map((each) => each.name) };
    owner.fields.set(
      "variantSetNames",
      newField("variantSetNames", { kind: "valueListOp", itemType: "string", listOp }),
    );
    const fields = new Map<string, Field>();
    return { spec: addVariant(set, name, fields), fields };
  }
}

function isBelow(path: string, prim: string): boolean {
  return path.startsWith(`${prim}.`) || path.startsWith(`${prim}/`) || path.startsWith(`${prim}{`);
}
