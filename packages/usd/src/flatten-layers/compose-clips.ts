/** Sets of value clips of several layers as those of one. */
import type { DictionaryValue, Value } from "@usdkit/layer";
import { mergeClips } from "../clips/clip-sets.ts";
import { mapValue, type FieldsSpec, type LayerMapping } from "./layer-site.ts";

/** The entry that has an asset path as a string. */
const TEMPLATE = "templateAssetPath";

/**
 * Returns the sets of clips that specs compose to, with stage times in those of the stack and asset paths from anywhere.
 *
 * @param specs strongest first
 */
export function composeClips(mapping: LayerMapping, specs: readonly FieldsSpec[]): DictionaryValue | undefined {
  const layers = specs.flatMap((site) => {
    const clips = site.spec.fields.get("clips")?.value;
    return clips?.kind === "dictionary" ? [{ clips: mapAssets(mapping, site, clips), offset: site.offset }] : [];
  });
  return layers.length === 0 ? undefined : mergeClips(layers);
}

function mapAssets(mapping: LayerMapping, site: FieldsSpec, clips: DictionaryValue): DictionaryValue {
  const entries = new Map<string, Value>();
  for (const [name, info] of clips.entries) {
    const mapped = mapValue(mapping, site, info);
    const template = mapped.kind === "dictionary" ? mapped.entries.get(TEMPLATE) : undefined;
    if (mapped.kind !== "dictionary" || template?.kind !== "typed" || typeof template.data !== "string") {
      entries.set(name, mapped);
      continue;
    }
    const data = /^\.{1,2}\//u.test(template.data) ? mapping.asset(template.data, site.layer) : template.data;
    entries.set(name, { kind: "dictionary", entries: new Map([...mapped.entries, [TEMPLATE, { ...template, data }]]) });
  }
  return { kind: "dictionary", entries };
}
