// Laws of patches and opened scenes for any calls.

import { readScene } from "@usdkit/service-scene";
import { parseUsda, printUsda } from "@usdkit/usda";
import { validate } from "@usdkit/validate";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  builderCalls,
  BuilderSession,
  lensOptions,
  placementStep,
  runCalls,
  type PlacementStep,
} from "./arbitraries/index.ts";
import type { CameraPatch } from "./patch/camera-patch.ts";
import { SceneError } from "./check/scene-error.ts";
import { Scene } from "./scene.ts";

const RUNS = 200;
const options = { defaultPrim: "World", doc: "laws" };

describe("a patch", () => {
  const steps = fc.array(
    fc.oneof(
      placementStep(),
      lensOptions().map((lens) => ({ step: "lens" as const, lens })),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  test("of any camera passes with its scene as base, and changes only that camera", () => {
    fc.assert(
      fc.property(builderCalls(), steps, fc.nat(), (calls, steps, index) => {
        const { scene, authored } = runCalls(calls, options);
        const cameras = [...authored.values()].filter(({ typeName }) => typeName === "Camera");
        if (cameras.length === 0) return;
        const { path } = cameras[index % cameras.length];
        const before = scene.toUsda();
        const patch = scene.patch().camera(path);
        for (const step of steps) tryStep(patch, step);
        if (!hasContent(patch)) return;
        const text = patch.toUsda();
        expect(parseUsda(text).diagnostics).toEqual([]);
        expect(validate(text, { profile: "patch", base: before }).map(({ rule }) => rule)).toEqual([]);
        expect(patch.validate()).toEqual([]);
        expect(readScene(patch.toLayer()).camera?.path).toBe(path);
        expect(scene.toUsda()).toBe(before);
      }),
      { numRuns: RUNS },
    );
  });
});

type Step = { readonly step: "lens"; readonly lens: Parameters<CameraPatch["lens"]>[0] } | PlacementStep;

function tryStep(patch: CameraPatch, step: Step): void {
  try {
    if (step.step === "lens") patch.lens(step.lens);
    else placeStep(patch, step);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
  }
}

function placeStep(patch: CameraPatch, step: PlacementStep): void {
  if (step.step === "translate") patch.translate(step.by);
  else if (step.step === "rotate") patch.rotate(step.axis, step.degrees);
  else if (step.step === "scale") patch.scale(step.by);
  else if (step.step === "lookAt") patch.lookAt(step.view);
  else if (step.step === "resetPlace") patch.resetPlace();
  else patch[step.step](step.degrees);
}

/** An empty patch is rejected. */
function hasContent(patch: CameraPatch): boolean {
  try {
    patch.toLayer();
    return true;
  } catch (error) {
    expect(String(error)).toMatch(/the patch changes nothing/);
    return false;
  }
}

describe("a scene that was opened", () => {
  test("has the same content after the same calls as a scene that is built on", () => {
    fc.assert(
      fc.property(builderCalls(), builderCalls(), (first, second) => {
        const built = runCalls(first, options);
        // A text names its camera, whereas a built scene follows the first one.
        const [settings, camera] = ["/Render/Settings", [...built.scene.prims()].find(isCamera)];
        if (camera !== undefined) built.scene.find(settings, "RenderSettings")?.camera(camera);
        else built.scene.find(settings)?.remove();
        const text = built.scene.toUsda();
        const authored = new Map([...built.authored].filter(([path]) => built.scene.find(path) !== undefined));
        const sessions = [built.scene, Scene.fromUsda(text)].map(
          (scene) => new BuilderSession(scene, authored, built.resolution),
        );
        for (const call of second) {
          const errors = sessions.map((session) => session.apply(call));
          expect(errors[0]?.message).toBe(errors[1]?.message);
        }
        const layers = sessions.map(({ scene }) => parseUsda(scene.toUsda()));
        expect(layers.map(({ diagnostics }) => diagnostics)).toEqual([[], []]);
        // New attributes come last in an opened text.
        const texts = layers.map(({ layer }) => printUsda(layer, { order: "reference" }));
        expect(texts[1]).toBe(texts[0]);
      }),
      { numRuns: RUNS },
    );
  });

  test("keeps every byte of the prims that no call concerned, including comments", () => {
    fc.assert(
      fc.property(builderCalls({ isHostile: false }), builderCalls({ maxLength: 6 }), (first, second) => {
        const built = runCalls(first, options);
        const text = decorated(built.scene.toUsda());
        const opened = new BuilderSession(Scene.fromUsda(text), built.authored, built.resolution);
        for (const call of second) opened.apply(call);
        const after = opened.scene.toUsda();
        expect(parseUsda(after).diagnostics).toEqual([]);
        if (opened.touched.size === 0) expect(after).toBe(text);
        const isRemoved = second.some(({ call }) => call === "remove");
        for (const [path, { typeName }] of opened.authored) {
          if (!built.authored.has(path) || opened.touched.has(path)) continue;
          // Points to another camera if its own was removed.
          if (isRemoved && typeName === "RenderSettings") continue;
          expect(after).toContain(ownText(text, path));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function isCamera({ typeName }: { readonly typeName: string }): boolean {
  return typeName === "Camera";
}

/** Returns the text with comments and odd white space everywhere. */
function decorated(text: string): string {
  let number = 0;
  return text
    .split("\n")
    .map((line) => {
      if (/^\s*(def|rel|float|matrix4d|token|uniform) .*/.test(line) && !line.includes('"""')) {
        return `${line.replace(/^(\s*\w+) /, "$1   ")}  # comment ${number++}`;
      }
      return line;
    })
    .join("\n");
}

/** Returns the text of a prim from its specifier to its first child, or to its end. */
function ownText(text: string, path: string): string {
  const bytes = new TextEncoder().encode(text);
  let spec = parseUsda(bytes).layer.root.children.find(({ name }) => path.split("/")[1] === name);
  for (const name of path.split("/").slice(2)) spec = spec?.children.find((child) => child.name === name);
  const { start = 0, end = 0 } = spec?.range ?? {};
  const own = new TextDecoder().decode(bytes.subarray(start, spec?.children[0]?.range?.start ?? end));
  expect(own).not.toBe("");
  return own.trimEnd();
}
