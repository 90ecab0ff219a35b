import { cameraTargetsOf } from "@usdkit/service-scene";
import type { PrimSpec, RelationshipSpec } from "@usdkit/layer";
import { fullSceneProfiles } from "../model/profile.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { findPrim } from "../scene/find-prim.ts";
import { nearestName } from "@usdkit/layer";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "camera-relationship",
    summary: "`rel camera` points to no prim, to a prim that is not a camera, or to a camera other than the first",
    detail:
      "The service takes the first camera in traversal, whatever camera the RenderSettings name; other renderers follow the " +
      "relationship. So it must point to that camera. Of several targets the first counts. Spec 2.8, RenderSettings and rule 2.",
    severity: "warning",
    effect: "risky",
    profiles: fullSceneProfiles,
  },
  examples,
  check(context) {
    return {
      end() {
        const settings = context.scene.renderSettings.at(0)?.prim;
        const camera = settings?.properties.find(({ name }) => name === "camera");
        if (settings !== undefined && camera?.specType === "relationship") checkTargets(context, settings, camera);
      },
    };
  },
};

function checkTargets(context: RuleContext, settings: PrimSpec, relationship: RelationshipSpec): void {
  const targets = cameraTargetsOf(settings);
  const [target] = targets;
  if (target === undefined) return;
  const place = propertyPlace(relationship);
  if (targets.length > 1) {
    context.report({
      message: `"camera" of ${shortPath(settings.path)} has ${targets.length} targets: the first counts, ${shortPath(target)}.`,
      hint: "Leave one target.",
      ...place,
    });
  }
  const { scene } = context;
  const [first] = scene.cameras as readonly (PrimSpec | undefined)[];
  if (first?.path === target) return;
  const other = scene.cameras.some(({ path }) => path === target);
  if (other && first !== undefined) {
    context.report({
      message: `"camera" of ${shortPath(settings.path)} points to ${shortPath(target)}; the service takes the first camera, ${shortPath(first.path)}.`,
      hint: `Point it to ${quote(first.path)}, or move the camera that is meant before it.`,
      ...place,
    });
  } else reportWrong(context, settings, target, place);
}

function reportWrong(
  context: RuleContext,
  settings: PrimSpec,
  target: string,
  place: ReturnType<typeof propertyPlace>,
): void {
  const { layer, scene, isPartial, report } = context;
  const prim = findPrim(layer, target);
  // The prim may be in the part that could not be parsed.
  if (prim === undefined && isPartial) return;
  // A prim that is not a `def`, or whose type is misspelled, has its own finding.
  if (prim?.typeName === "Camera" && !prim.isInactive) return;
  if (prim !== undefined && scene.names.nearType(prim.typeName) === "Camera") return;
  const near = nearestName(
    target,
    scene.cameras.map(({ path }) => path),
  );
  const known = scene.cameras.at(0)?.path;
  const advice = near ?? known;
  report({
    message: `"camera" of ${shortPath(settings.path)} points to ${shortPath(target)}, ${problemOf(prim)}.`,
    hint:
      near !== undefined
        ? `Did you mean ${quote(near)}?`
        : advice === undefined
          ? "Point it to a camera, or remove it."
          : `Point it to the first camera, ${quote(advice)}.`,
    severity: "error",
    ...place,
  });
}

function problemOf(prim: ReturnType<typeof findPrim>): string {
  if (prim === undefined) return "which does not exist";
  if (prim.typeName === "Camera") return "which is inactive";
  return prim.typeName === "" ? "which has no type" : `which is not a Camera: its type is ${quote(prim.typeName)}`;
}

function examples(): RuleExamples {
  const scene = (targets: string, body = "\n"): string =>
    fullScene(body).replace("int2 resolution", `rel camera = ${targets}\n        int2 resolution`);
  const second = '\ndef Camera "Second"\n{\n}\n';
  return {
    good: [
      { title: "the first camera", source: scene("</Main>") },
      { title: "no target", source: scene("None") },
      { title: "an empty list", source: scene("[]") },
      { title: "a relative path", source: scene("<../../Main>") },
    ],
    bad: [
      { title: "a prim that does not exist", source: scene("</World/Main>"), at: ["12:9"] },
      { title: "a prim that is not a camera", source: scene("</World>", '\ndef Xform "World"\n{\n}\n'), at: ["15:9"] },
      {
        title: "a camera other than the first",
        source: scene("</Main>", '\ndef Camera "Second"\n{\n}\n').replace('"Main"', '"Main" (\n)'),
        at: ["16:9"],
        others: ["camera-first"],
      },
      { title: "several targets", source: scene("[</Main>, </Render>]"), at: ["12:9"] },
      {
        title: "an inactive camera",
        source: scene("</Second>", second.replace('"Second"', '"Second" (\n    active = false\n)')),
        at: ["17:9"],
      },
    ],
  };
}
