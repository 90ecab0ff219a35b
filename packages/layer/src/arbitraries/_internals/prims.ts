/** Arbitrary prims with variants. */
import type { PlainBody, PlainField, PlainPrim, PlainVariant, PlainVariantSet } from "@usdkit/layer";
import * as fc from "fast-check";
import { metadata, sometimes } from "./metadata.ts";
import { identifier, primType, variantName } from "./names.ts";
import { properties } from "./properties.ts";

/** Variant sets declared in metadata; declared sets come first, and may have no variants. */
function withVariantSetNames(body: PlainBody, declare: number): PlainBody {
  const sets = body.variantSets ?? [];
  const names = sets.map(({ name }) => name);
  const known = new Map(body.metadata === undefined ? [] : (body.metadata as ReadonlyMap<string, PlainField>));
  const written = sets.filter(({ variants }) => variants.length > 0);
  if (names.length === 0 || declare === 0) return { ...body, variantSets: written };
  if (declare === 1)
    return { ...body, metadata: known.set("variantSetNames", { prepended: names }), variantSets: written };
  return { ...body, metadata: known.set("variantSetNames", declare === 2 ? { explicit: names } : { added: names }) };
}

interface Tied {
  readonly prim: PlainPrim;
  readonly variant: PlainVariant;
}

const tied: fc.LetrecValue<Tied> = fc.letrec<Tied>((tie: fc.LetrecTypedTie<Tied>): fc.LetrecValue<Tied> => {
  const variantSet: fc.Arbitrary<PlainVariantSet> = fc.record({
    name: variantName,
    variants: fc.uniqueArray(tie("variant"), { maxLength: 2, selector: ({ name }) => name }),
  });
  const depth = { depthSize: "small", maxDepth: 3 } as const;
  const noPrims: fc.Arbitrary<PlainPrim[]> = fc.constant([]);
  const children = fc.oneof(
    depth,
    noPrims,
    fc.uniqueArray(tie("prim"), { maxLength: 3, selector: ({ name }) => name }),
  );
  const noSets: fc.Arbitrary<PlainVariantSet[]> = fc.constant([]);
  const variantSets = fc.oneof(
    depth,
    { weight: 4, arbitrary: noSets },
    { weight: 1, arbitrary: fc.uniqueArray(variantSet, { maxLength: 2, selector: ({ name }) => name }) },
  );
  const body = (kind: "prim" | "variant"): fc.Arbitrary<PlainBody> =>
    fc
      .tuple(
        fc.record({ metadata: sometimes(metadata[kind]), properties, children, variantSets }),
        fc.integer({ min: 0, max: 3 }),
      )
      .map(([made, declare]) => withVariantSetNames(made, declare));
  return {
    prim: fc
      .tuple(identifier, primType, fc.constantFrom("def", "over", "class"), body("prim"))
      .map(([name, type, specifier, made]) => ({ ...made, name, type, specifier })),
    variant: fc.tuple(variantName, body("variant")).map(([name, made]) => ({ ...made, name })),
  };
});

/** Prims with properties and children, a few levels deep. */
export const prim: fc.Arbitrary<PlainPrim> = tied.prim;
