/** Layers written as crates from text, with the representations of their fields. */
import type { Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { ByteSource } from "../bytes/byte-source.ts";
import { END_OF_SET, readStructure } from "../structure/structure.ts";
import { CrateType } from "../values/crate-type.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { IS_ARRAY, IS_ARRAY_EDIT, IS_COMPRESSED, IS_INLINED, repPayload, repType } from "../values/value-rep.ts";
import { writeUsdc } from "../write/write-usdc.ts";

/** A crate, and the layer that it was written from. */
export interface WrittenCrate {
  readonly layer: Layer;
  readonly bytes: Uint8Array;
  /** Representations by path and field, `/A.x default`. */
  readonly reps: ReadonlyMap<string, ValueRep>;
}

/** Returns the layer of a text without a header; throws if the text has errors. */
export function layerOf(text: string): Layer {
  const { layer, diagnostics } = parseUsda(`#usda 1.0\n${text}\n`);
  if (diagnostics.length > 0) throw new Error(`${text}: ${diagnostics.map(({ message }) => message).join("; ")}`);
  return layer;
}

/** Returns the crate of a text without a header, in a version of the crate or in the lowest that holds it. */
export function writeText(text: string, version?: string): WrittenCrate {
  const layer = layerOf(text);
  const bytes = writeUsdc(layer, { version });
  return { layer, bytes, reps: fieldReps(bytes) };
}

/** Returns the representation of each field of a crate by the path of its spec and its name. */
function fieldReps(bytes: Uint8Array): ReadonlyMap<string, ValueRep> {
  const { paths, tokens, specPaths, specFields, fieldSets, fieldNames, fieldReps } = readStructure(
    new ByteSource(bytes),
  );
  const reps = new Map<string, ValueRep>();
  for (const [spec, path] of specPaths.entries()) {
    for (let at = specFields[spec]; fieldSets[at] !== END_OF_SET; at++) {
      const field = fieldSets[at];
      const rep = { low: fieldReps[2 * field], high: fieldReps[2 * field + 1] };
      reps.set(`${paths.text(path)} ${tokens.text(fieldNames[field])}`, rep);
    }
  }
  return reps;
}

/**
 * Describes where the value of a field is, with the value of inlined ones (`float = 3fc00000`) and the first `size` bytes of
 * others (`double @ 9a9999999999b93f`). The type is followed by `[]` for arrays, `[z]` for compressed ones and `[edit]`.
 */
export function describeRep({ bytes, reps }: WrittenCrate, field: string, size: number): string {
  const rep = reps.get(field);
  return rep === undefined ? "none" : describe(bytes, rep, size);
}

function describe(bytes: Uint8Array, rep: ValueRep, size: number): string {
  const [name = "?"] = Object.entries(CrateType).find(([, number]) => number === repType(rep)) ?? [];
  const form = formOf(rep);
  const payload = repPayload(rep);
  if ((rep.high & IS_INLINED) !== 0) return `${name}${form} = ${payload.toString(16).padStart(8, "0")}`;
  if (payload === 0) return `${name}${form} @ 0`;
  return `${name}${form} @ ${Buffer.from(bytes.subarray(payload, payload + size)).toString("hex")}`;
}

function formOf({ high }: ValueRep): string {
  if ((high & IS_ARRAY_EDIT) !== 0) return "[edit]";
  if ((high & IS_COMPRESSED) !== 0) return "[z]";
  return (high & IS_ARRAY) === 0 ? "" : "[]";
}
