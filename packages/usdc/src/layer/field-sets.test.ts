import * as fc from "fast-check";
import { expect, test } from "vitest";
import { END_OF_SET } from "../structure/structure.ts";
import { FieldSets } from "./field-sets.ts";
import { KnownField } from "./known-fields.ts";

const isMetadata = (kind: number): boolean => kind === KnownField.other || kind === KnownField.subLayers;
const allKinds = Object.values(KnownField);

test("finds the first field of each kind, and metadata in the order of the file, whatever sets repeat", () => {
  const kindsOf = fc.array(fc.constantFrom(...allKinds), { minLength: 1, maxLength: 40 });
  const drawn = kindsOf.chain((kinds) =>
    fc.record({
      kinds: fc.constant(kinds),
      sets: fc.array(fc.array(fc.nat(kinds.length - 1), { maxLength: 30 }), { minLength: 1, maxLength: 8 }),
    }),
  );
  fc.assert(
    fc.property(drawn, ({ kinds, sets }) => {
      const starts: number[] = [];
      const flat: number[] = [];
      for (const set of sets) {
        // Two specs share each set.
        starts.push(flat.length, flat.length);
        flat.push(...set, END_OF_SET);
      }
      const fieldSets = new FieldSets(
        { fieldSets: Uint32Array.from(flat), specFields: Uint32Array.from(starts) },
        Uint8Array.from(kinds),
      );
      starts.forEach((_, spec) => {
        const set = sets[spec >> 1];
        for (const kind of allKinds) {
          expect(fieldSets.has(spec, kind)).toBe(set.some((field) => kinds[field] === kind));
          if (isMetadata(kind)) continue;
          expect(fieldSets.find(spec, kind)).toBe(set.find((field) => kinds[field] === kind) ?? -1);
        }
        const metadata: number[] = [];
        fieldSets.eachMetadata(spec, (field) => metadata.push(field));
        expect(metadata).toEqual(set.filter((field) => isMetadata(kinds[field])));
        const all = new Set<number>();
        fieldSets.each(spec, (field) => all.add(kinds[field]));
        expect(all).toEqual(new Set(set.map((field) => kinds[field])));
      });
    }),
  );
});
