import { fullSceneProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene, sceneWithoutCamera } from "../examples/full-scene.ts";

export const rule: Rule = {
  meta: {
    id: "camera-present",
    summary: "No camera in a full scene",
    detail:
      "The image is seen through the first camera of the scene; the specification does not define the result without one. Spec 2.8 rule 2.",
    severity: "warning",
    effect: "risky",
    profiles: fullSceneProfiles,
  },
  examples,
  check({ scene, isPartial, report }) {
    return {
      end() {
        if (isPartial || scene.cameras.length > 0 || scene.meantTypes.has("Camera")) return;
        report({ message: "The scene has no camera.", hint: 'Add a prim of the type Camera: def Camera "Main" { }' });
      },
    };
  },
};

function examples(): RuleExamples {
  return {
    good: [
      { title: "a camera", source: fullScene("\n") },
      {
        title: "a camera under other prims",
        source: sceneWithoutCamera(
          '\ndef Xform "World"\n{\n    def "Rig"\n    {\n        def Camera "Main"\n        {\n        }\n    }\n}\n',
        ),
      },
      {
        title: "a camera under a prim that is ignored",
        source: sceneWithoutCamera('\ndef Camera "Main"\n{\n    def Scope "Lens"\n    {\n    }\n}\n'),
      },
    ],
    bad: [
      { title: "no camera", source: sceneWithoutCamera("\n"), at: ["1:1"] },
      {
        title: "an inactive one",
        source: sceneWithoutCamera('\ndef Camera "Main" (\n    active = false\n)\n{\n}\n'),
        at: ["1:1"],
      },
      {
        title: "a prim named Camera",
        source: sceneWithoutCamera('\ndef Xform "Camera"\n{\n}\n'),
        at: ["1:1"],
        profile: "realtime",
      },
    ],
  };
}
