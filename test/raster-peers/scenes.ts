/** The compared scenes: golden scenes of the renderer, and the room of splats that the benchmark has. */
import { goldenScenes, type GoldenScene } from "../../packages/raster/src/test-support/golden-scenes.ts";
import { lookAt } from "../../packages/raster/src/test-support/scene-text.ts";
import { rasterScene, splatRoom } from "../bench/generate/raster-scenes.ts";

export interface PeerScene extends GoldenScene {
  /** Decibels that it must reach; null if the difference is intended and has no target. */
  readonly target: number | null;
}

const MESHES = 35;
const SPLATS = 30;

/** Not straight at the wall: all of its splats would be at one distance, and their order would be ambiguous. */
const CAMERA = lookAt([0.8, 0.5, 4.3], [0.1, -0.4, 0]);

/** A room of splats, from a place at one side of it. */
export function room(count: number, degree: 0 | 3): GoldenScene {
  return {
    name: `room-${count / 1000}k-degree-${degree}`,
    shows: "a room of splats",
    text: rasterScene("ParticleField3DGaussianSplat", CAMERA),
    assets: { it: splatRoom(count, degree) },
    options: {},
  };
}

/** @param without A Mesh of the scene that is left out. */
function golden(name: string, without = ""): GoldenScene {
  const scene = goldenScenes.find((each) => each.name === name);
  if (scene === undefined) throw new Error(`no golden scene is called ${name}`);
  if (without === "") return scene;
  const text = scene.text.replace(new RegExp(`    def Mesh "${without}" [^}]*}\n`), "");
  if (text === scene.text) throw new Error(`${name} has no Mesh ${without}`);
  return { ...scene, name: `${name}-without-${without}`, text };
}

const held = (target: number | null, ...list: readonly GoldenScene[]): PeerScene[] =>
  list.map((scene) => ({ ...scene, target }));

export const scenes: readonly PeerScene[] = [
  ...held(MESHES, ...["lit-shapes", "far-floor", "crossing", "orthographic", "hand"].map((name) => golden(name))),
  ...held(MESHES, golden("materials", "red")),
  ...held(SPLATS, ...["splat-shell", "splat-harmonics", "splat-needles"].map((name) => golden(name))),
  ...held(SPLATS, golden("splats-and-shapes", "glass"), room(20_000, 0), room(20_000, 3), room(100_000, 0)),
  // Glass that intersects glass, and glass among splats: three.js draws one complete object after the other.
  ...held(null, golden("materials"), golden("splats-and-shapes")),
];
