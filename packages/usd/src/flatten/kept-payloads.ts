/** Payloads that flattening writes: those to assets that are no layers. */
import type { FieldValue, ReferenceItem } from "@usdkit/layer";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import type { FieldSite } from "../metadata/compose-metadata.ts";

/**
 * Returns the payloads of a prim to write, as one explicit list; undefined if there is none.
 *
 * @param opinions strongest first
 */
export function keptPayloads(
  opinions: readonly Pick<FieldSite, "fields">[],
  keeps: (assetPath: string) => boolean,
): FieldValue | undefined {
  let items: readonly KeyedItem<ReferenceItem>[] = [];
  for (let i = opinions.length - 1; i >= 0; i--) {
    const value = opinions[i].fields.get("payload")?.value;
    if (value?.kind !== "referenceListOp") continue;
    items = applyListOp(items, value.listOp, (item) => {
      const { asset, primPath, layerOffset } = item;
      return keeps(asset)
        ? { key: JSON.stringify([asset, primPath]), item: { asset, primPath, layerOffset } }
        : undefined;
    });
  }
  return items.length === 0
    ? undefined
    : { kind: "referenceListOp", listOp: { explicit: items.map(({ item }) => item) } };
}
