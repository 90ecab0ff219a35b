/** The scene as a layer, and as text. */
import { makeLayer, type PlainPrim } from "@usdkit/layer";
import { printUsda } from "@usdkit/usda";
import type { Resolution } from "./render-settings.ts";
import { plainPrims, type SceneNode } from "./scene-tree.ts";

/** What a scene has. */
export interface SceneContent {
  readonly roots: readonly SceneNode[];
  readonly defaultPrim: string | undefined;
  /** Path of the camera that is used. */
  readonly camera: string | undefined;
  readonly cameras: number;
  readonly resolution: Resolution;
}

/** The scope of the settings, and the prim itself. */
const SCOPE = "Render";
const SETTINGS = "Settings";

/** Returns the text of a scene. */
export function sceneText({ roots, defaultPrim, camera, cameras, resolution }: SceneContent): string {
  const prims = plainPrims(firstCamera(roots, camera));
  const [first] = prims;
  const layer = makeLayer({
    metadata: {
      defaultPrim: prims.find(({ name }) => name === defaultPrim)?.name ?? first?.name ?? SCOPE,
      customLayerData: { creator: ["string", "@usdkit/publish"] },
    },
    children: withSettings(prims, settingsPrim(camera, resolution)),
  });
  const text = printUsda(layer);
  if (cameras < 2) return text;
  const note = "# usda-lint-disable camera-first -- the scene has all cameras of the stage, that of the settings first";
  return text.replace("\n", `\n${note}\n`);
}

function settingsPrim(camera: string | undefined, [width, height]: Resolution): PlainPrim {
  return {
    name: SETTINGS,
    type: "RenderSettings",
    properties: [
      ...(camera === undefined ? [] : [{ name: "camera", type: "rel" as const, targets: [camera] }]),
      { name: "resolution", type: "int2", value: [width, height], uniform: true },
    ],
  };
}

/** Adds the settings below a Scope named Render: that of the stage, or a new one. */
function withSettings(prims: readonly PlainPrim[], settings: PlainPrim): readonly PlainPrim[] {
  const known = prims.find(({ name }) => name === SCOPE);
  const scope = (children: readonly PlainPrim[]): PlainPrim => ({ name: SCOPE, type: "Scope", children });
  if (known === undefined) return [...prims, scope([settings])];
  const taken = new Set((known.children ?? []).map(({ name }) => name));
  let name = SETTINGS;
  for (let i = 1; taken.has(name); i++) name = `${SETTINGS}_${i}`;
  const own = { ...settings, name };
  if (known.type === "Scope") {
    return prims.map((prim) => (prim === known ? { ...known, children: [...(known.children ?? []), own] } : prim));
  }
  // The stage has a prim of that name which shows something.
  let outer = "RenderScope";
  for (let i = 1; prims.some((prim) => prim.name === outer); i++) outer = `RenderScope_${i}`;
  return [...prims, { name: outer, type: "Scope", children: [scope([settings])] }];
}

/** The service uses the first camera: the order of the prims above the chosen one is changed for it. */
function firstCamera(roots: readonly SceneNode[], camera: string | undefined): readonly SceneNode[] {
  if (camera === undefined) return roots;
  const isAbove = ({ path }: SceneNode): boolean => path === camera || camera.startsWith(`${path}/`);
  let nodes = roots;
  let result: readonly SceneNode[] | undefined;
  let parent: SceneNode | undefined;
  for (let found = nodes.find(isAbove); found !== undefined; found = nodes.find(isAbove)) {
    const ordered = [found, ...nodes.filter((node) => node !== found)];
    if (parent === undefined) result = ordered;
    else parent.children.splice(0, parent.children.length, ...ordered);
    parent = found;
    nodes = found.children;
  }
  return result ?? roots;
}
