import type { PayloadItem } from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { entryPlace, type Place } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "payload-form",
    scope: "prim",
    summary: "A payload that is not `<asset_scheme>:/mesh/<mesh_id>`, or more than one",
    detail:
      "A payload is a scheme (RFC 3986), `:/mesh/` and the mesh id: one segment, percent-encoded where it needs to be, without " +
      "query, fragment or slash behind it. An absolute prim path may follow. A prim has one payload; it does not matter whether it is " +
      "prepended, appended or explicit, and a deleted one does not count. An error without a scheme, with a host, in another folder " +
      "than `/mesh/`, without an id, and for a prim of this file; otherwise a warning. Spec 2.8, Mesh, and rule 1.",
    severity: "error",
    effect: "rejected",
    profiles: serviceProfiles,
  },
  examples,
  check(context) {
    const { scene } = context;
    return {
      prim(prim, { definition }) {
        if (definition?.role !== "asset" || prim.fields.size === 0) return;
        const items = scene.payloadsOf(prim);
        for (const item of items) if (!isWellFormed(item)) reportForm(context, prim, item);
        if (items.length > 1) reportMany(context, prim, items);
      },
    };
  },
};

function isWellFormed({ parsed, target }: PayloadItem): boolean {
  return !("problem" in parsed) && (target === null || target.startsWith("/"));
}

function reportForm({ report }: RuleContext, prim: PrimSpec, item: PayloadItem): void {
  const { asset, parsed, target } = item;
  const problem =
    "problem" in parsed ? parsed.problem : `The target must be an absolute prim path, not ${quote(target ?? "")}`;
  const hasForm = !("problem" in parsed) || parsed.hasForm;
  report({
    severity: hasForm ? "warning" : "error",
    effect: hasForm ? "risky" : "rejected",
    message: `${shortPath(prim.path)} has the payload ${quote(asset)}. ${problem}.`,
    hint: "Write it as @asset:/mesh/<mesh id>@ or @asset:/mesh/<mesh id>@</prim/in/it>.",
    ...placeOf(prim, item),
  });
}

function reportMany({ report }: RuleContext, prim: PrimSpec, items: readonly PayloadItem[]): void {
  report({
    severity: "warning",
    effect: "risky",
    message: `Expected one payload on ${shortPath(prim.path)}, found ${items.length}.`,
    hint: "Give each its own prim.",
    ...placeOf(prim, items[1]),
  });
}

function placeOf(prim: PrimSpec, item: PayloadItem): Place | undefined {
  const field = prim.fields.get("payload");
  return field === undefined ? undefined : entryPlace(prim, field, item);
}

function examples(): RuleExamples {
  const mesh = (payload: string): string => fullScene(`\ndef Mesh "Chair" (\n    payload = ${payload}\n)\n{\n}\n`);
  return {
    good: [
      { title: "with a target", source: mesh("@asset:/mesh/chair-01@</mesh>") },
      { title: "without a target", source: mesh("@asset:/mesh/chair-01@") },
      { title: "another scheme, and an encoded id", source: mesh("@x-store+1.0:/mesh/a%20chair@") },
      {
        title: "appended, and another deleted",
        source: mesh("None\n    append payload = [@asset:/mesh/a@]\n    delete payload = [@b.usd@]").replace(
          "payload = None\n    ",
          "",
        ),
      },
    ],
    bad: [
      { title: "a file", source: mesh("@./chair.usd@"), at: ["3:5"] },
      { title: "no id", source: mesh("@asset:/mesh/@"), at: ["3:5"] },
      { title: "another folder", source: mesh("@asset:/meshes/chair-01@"), at: ["3:5"] },
      { title: "a slash at the end", source: mesh("@asset:/mesh/chair-01/@"), at: ["3:5"] },
      { title: "no scheme", source: mesh("@/mesh/chair-01@"), at: ["3:5"] },
      { title: "an invalid scheme", source: mesh("@my_store:/mesh/chair-01@"), at: ["3:5"] },
      { title: "more segments", source: mesh("@asset:/mesh/chairs/chair-01@"), at: ["3:5"] },
      { title: "a query", source: mesh("@asset:/mesh/chair-01?v=2@"), at: ["3:5"] },
      { title: "a host", source: mesh("@https://example.com/mesh/chair-01@"), at: ["3:5"] },
      { title: "a prim of this file", source: mesh("</Main>"), at: ["3:5"] },
      { title: "two payloads", source: mesh("[@asset:/mesh/a@, @asset:/mesh/b@]"), at: ["3:5"] },
      {
        title: "two statements",
        source: fullScene(
          '\ndef Mesh "Chair" (\n    prepend payload = [@asset:/mesh/a@]\n    append payload = [@b@]\n)\n{\n}\n',
        ),
        at: ["4:5", "4:5"],
      },
    ],
  };
}
