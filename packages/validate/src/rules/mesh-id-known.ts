import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { nearestName, type PrimSpec } from "@usdkit/layer";
import type { PayloadItem } from "@usdkit/service-scene";
import { MAX_SUGGESTIONS } from "../scene/near-path.ts";
import { entryPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "mesh-id-known",
    scope: "prim",
    summary: "A mesh id that is not in the list of known ones",
    detail:
      "The last segment of a payload's asset path is the id of an uploaded mesh or world. If the service has no such asset, the job " +
      "may fail, or the mesh be missing from the image. Checked if a list of known ids is given. Spec 2.8 rules 1 and 8.",
    severity: "error",
    effect: "risky",
    profiles: serviceProfiles,
  },
  examples,
  check({ scene, assets, note, report }) {
    if (assets === undefined) return undefined;
    const unknown = (prim: PrimSpec): { readonly meshId: string; readonly item: PayloadItem }[] =>
      scene.payloadsOf(prim).flatMap((item) => {
        if ("problem" in item.parsed || assets.has(item.parsed.meshId)) return [];
        return { meshId: item.parsed.meshId, item };
      });
    return {
      prim(prim, { definition }) {
        if (definition?.role === "asset" && unknown(prim).length > 0) note(prim);
      },
      end(noted) {
        let suggestions = 0;
        for (const prim of noted) {
          for (const { meshId, item } of unknown(prim)) {
            const near = suggestions++ < MAX_SUGGESTIONS ? nearestName(meshId, assets) : undefined;
            const field = prim.fields.get("payload");
            report({
              message: `${shortPath(prim.path)} brings in the mesh ${quote(meshId)}, which is not among the known ones.`,
              hint: near === undefined ? "Upload it first, or name another." : `Did you mean ${quote(near)}?`,
              ...(field === undefined ? {} : entryPlace(prim, field, item)),
            });
          }
        }
      },
    };
  },
};

function examples(): RuleExamples {
  const mesh = (payload: string): string => fullScene(`\ndef Mesh "Chair" (\n    payload = ${payload}\n)\n{\n}\n`);
  const assets = ["chair-01", "a chair"];
  return {
    good: [
      { title: "a known mesh", source: mesh("@asset:/mesh/chair-01@"), assets },
      { title: "an id that needs encoding", source: mesh("@asset:/mesh/a%20chair@"), assets },
      { title: "no list", source: mesh("@asset:/mesh/table@") },
    ],
    bad: [
      { title: "an unknown mesh", source: mesh("@asset:/mesh/table@"), assets, at: ["3:5"] },
      { title: "a misspelled id", source: mesh("@asset:/mesh/chair-10@"), assets, at: ["3:5"] },
      { title: "upper case is another id", source: mesh("@asset:/mesh/Chair-01@"), assets, at: ["3:5"] },
      { title: "an empty list", source: mesh("@asset:/mesh/chair-01@"), assets: [], at: ["3:5"] },
    ],
  };
}
