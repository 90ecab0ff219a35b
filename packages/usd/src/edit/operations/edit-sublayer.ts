/** Adds and removes sublayers. */
import { quote } from "@usdkit/base";
import type { SubLayerItem } from "@usdkit/layer";
import { keepComments, removeField, setField } from "@usdkit/usda";
import type { StageLayer } from "../../resolve/stage-layer.ts";
import type { EditContext } from "../edit-context.ts";
import type { EditableStage } from "../editable-stage.ts";
import { checkAssetPath } from "../edit-names.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { SublayerEdit } from "../stage-edit.ts";

const field = "subLayers";

/** Adds a sublayer to the layer of the target, strongest first by default, or removes it. */
export function editSublayer(context: EditContext, edit: SublayerEdit): void {
  const { asset, offset = 0, scale = 1, list = "prepend", remove = false } = edit;
  if (asset === "") throw new StageEditError('A sublayer needs an "asset"');
  checkAssetPath(asset);
  const document = context.document(context.target.layer);
  const { layer } = document;
  const value = layer.root.fields.get(field)?.value;
  const items = value?.kind === "subLayers" ? value.items : [];
  const others = items.filter((each) => each.asset !== asset);
  if (remove && others.length === items.length) {
    throw new StageEditError(`${quote(document.stageLayer.identifier)} has no sublayer ${quote(asset)}`);
  }
  if (!remove && contains(context.stage, asset, document.stageLayer)) {
    throw new StageEditError(`${quote(asset)} is ${quote(document.stageLayer.identifier)}, or has it as a sublayer`, {
      hint: "A layer cannot be below itself: name another layer",
    });
  }
  const item: SubLayerItem = { asset, layerOffset: { offset, scale } };
  const changed = remove ? others : list === "append" ? [...others, item] : [item, ...others];
  const edits =
    changed.length === 0
      ? removeField(layer, "/", field)
      : setField(layer, "/", field, { kind: "subLayers", items: changed });
  context.apply(document, keepComments(layer, edits), { kind: "field", path: "/", field });
}

/** Whether an asset path in a layer leads to that layer, or to one that has it among its sublayers. */
function contains(stage: EditableStage, asset: string, layer: StageLayer): boolean {
  const visited = new Set([stage.findLayer(asset, layer)]);
  // A set is visited with what is added meanwhile.
  for (const each of visited) {
    if (each === layer) return true;
    const value = each?.layer.root.fields.get(field)?.value;
    if (each === undefined || value?.kind !== "subLayers") continue;
    for (const item of value.items) visited.add(stage.findLayer(item.asset, each));
  }
  return false;
}
