/** Metadata that flattening keeps. */
import type { Field, FieldSpecKind } from "@usdkit/layer";
import { fieldDefinitions } from "@usdkit/layer";
import type { IndexGraph } from "../graph/index-graph.ts";
import { composeMetadata, type FieldSite } from "../metadata/compose-metadata.ts";
import type { ValueMapping } from "../metadata/stage-value.ts";
import { newField, isEmptyNote } from "./new-field.ts";

/** Value clips and what specs have as members: as arcs, a flattened layer has none of them as metadata (`_IsPrivateFieldKey`). */
const dropped: ReadonlySet<string> = new Set(["subLayerOffsets", "clips", "clipSets", "typeName", "specifier"]);

/** Specs of a kind, and how their values become those of the flattened layer. */
export interface FieldOpinions {
  readonly kind: FieldSpecKind;
  readonly graph: IndexGraph;
  /** Strongest first. */
  readonly sites: readonly FieldSite[];
  readonly mapping: ValueMapping;
}

/**
 * Returns the composed fields that flattening keeps. Fields that no schema defines are dropped, as the reference does, and empty
 * notes ({@link isEmptyNote}).
 */
export function flattenMetadata({ kind, graph, sites, mapping }: FieldOpinions): Map<string, Field> {
  const found = new Map<string, Field>();
  for (const { fields } of sites) {
    for (const [name, { value }] of fields) {
      if (found.has(name) || !isKept(name, kind)) continue;
      if (value.kind === "unregistered" || value.kind === "unregisteredListOp") continue;
      const composed = composeMetadata(graph, sites, name, mapping);
      if (composed !== undefined && !isEmptyNote(kind, name, composed)) found.set(name, newField(name, composed));
    }
  }
  return found;
}

function isKept(name: string, kind: FieldSpecKind): boolean {
  const definition = fieldDefinitions.get(name);
  if (definition?.composes !== undefined || dropped.has(name)) return false;
  return definition?.on.includes(kind) === true;
}
