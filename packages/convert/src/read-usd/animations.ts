/** Animations of stages. */
import type { StageRigs } from "@usdkit/geometry";
import { mayVary, numbersOf, type PrimNode } from "@usdkit/usd";
import { halfway } from "../animation/evaluate.ts";
import type { AnimationChannel, ChannelTarget } from "../model/animation.ts";
import type { TransformParts } from "../model/transform-parts.ts";
import { transformParts } from "../model/transform-parts.ts";
import { localParts } from "./local-transform.ts";
import type { SceneDraft } from "./scene-draft.ts";
import type { PlacedSkeleton } from "./skins.ts";
import type { StageAtTime } from "./stage-at-time.ts";
import { inRange, keyTimes, type StageTimes } from "./times.ts";

/** Halvings of the time between two keys. */
const MAX_DEPTH = 6;
/** Largest distance from the stage, relative to the largest number. */
const TOLERANCE = 1e-5;

const PARTS: readonly (readonly [ChannelTarget, keyof Omit<TransformParts, "isWhole">, number])[] = [
  ["translation", "translation", 3],
  ["rotation", "rotation", 4],
  ["scale", "scale", 3],
];

/** A node of a mesh with morph targets. */
export interface MorphedNode {
  readonly node: number;
  readonly skeleton: PlacedSkeleton;
  readonly targetNames: readonly string[];
}

/** A stage whose animation is read. */
export interface AnimatedStage {
  readonly at: StageAtTime;
  readonly rigs: StageRigs;
  readonly times: StageTimes;
  readonly isOnly: boolean;
}

/** Makes the channels of the nodes of a stage. */
export class AnimationReader {
  readonly #draft: SceneDraft;
  readonly #stage: StageAtTime;
  readonly #times: StageTimes;
  readonly #rigs: StageRigs;
  readonly #isOnly: boolean;

  /** @param isOnly whether the scene has no other animation: what does not vary is then the scene at rest */
  constructor(draft: SceneDraft, { at, rigs, times, isOnly }: AnimatedStage) {
    this.#draft = draft;
    this.#stage = at;
    this.#rigs = rigs;
    this.#times = times;
    this.#isOnly = isOnly;
  }

  /** Returns the channels of a prim's transform ops. */
  ofPrim(prim: PrimNode, node: number): readonly AnimationChannel[] {
    const { queries, reader } = this.#stage;
    const { ops, fixed, resetsXformStack } = queries.query(prim);
    if (fixed !== undefined) return [];
    if (resetsXformStack) {
      this.#draft.losses.add(prim.path, "The transform ignores those above it: its animation is not kept");
      return [];
    }
    const times = inRange(
      ops.flatMap(({ attribute }) => keyTimes(reader, attribute)),
      this.#times,
    );
    if (times.length === 0) return [];
    let shears = false;
    const at = (time: number): TransformParts => {
      const parts = localParts(queries, prim, time);
      shears ||= !parts.isWhole;
      return parts;
    };
    const keys = refined(times, at);
    if (shears) this.#draft.losses.add(prim.path, "The transform shears over time: this is not kept");
    return this.#channels(node, prim.path, keys);
  }

  /** Returns the channels of the joints of a skeleton; what does not vary is where the joints are at rest. */
  ofJoints({ rig, joints }: PlacedSkeleton): readonly AnimationChannel[] {
    const { skeleton } = rig;
    const animation = this.#rigs.animation(rig.path);
    const prim = animation && this.#stage.reader.prim(animation.path);
    if (animation === undefined || prim === undefined) return [];
    const names = ["translations", "rotations", "scales"] as const;
    const times = this.#timesOf(prim, names);
    const samples = times.map((time) => names.map((name) => this.#numbers(prim, name, time)));
    const sizes = [3, 4, 3];
    const count = animation.joints.length;
    if (!samples.every((values) => values.every((numbers, i) => numbers.length === sizes[i] * count))) {
      this.#draft.losses.add(
        animation.path,
        "The numbers of translations, rotations or scales are not those of the joints",
      );
      return [];
    }
    return joints.flatMap((node, i) => {
      const place = animation.joints.indexOf(skeleton.joints[i]);
      if (place < 0) return [];
      const keys = times.map((time, t): Key => {
        const part = (list: number): number[] => {
          const size = sizes[list];
          return Array.from(samples[t][list].subarray(size * place, size * (place + 1)));
        };
        const parts = { translation: part(0), rotation: part(1), scale: part(2), isWhole: true };
        return { time, parts: parts as unknown as TransformParts };
      });
      return this.#channels(node, animation.path, keys);
    });
  }

  /** Returns the channel of the weights of a mesh, and sets those at rest. */
  ofWeights({ node, skeleton, targetNames }: MorphedNode): readonly AnimationChannel[] {
    const animation = this.#rigs.animation(skeleton.rig.path);
    const prim = animation && this.#stage.reader.prim(animation.path);
    if (animation === undefined || prim === undefined) return [];
    const places = targetNames.map((name) => animation.blendShapes.indexOf(name));
    const at = (time: number): number[] => {
      const all = this.#numbers(prim, "blendShapeWeights", time);
      return places.map((place) => (place < 0 ? 0 : (all[place] ?? 0)));
    };
    const times = this.#timesOf(prim, ["blendShapeWeights"]);
    if (times.length === 0) return [];
    const values = times.map(at);
    this.#draft.nodes[node].targetWeights = values[0];
    if (values.every((each) => each.every((value, i) => value === values[0][i]))) return [];
    return [
      {
        source: animation.path,
        node,
        target: "weights",
        times: this.#seconds(times),
        size: places.length,
        values: Float32Array.from(values.flat()),
        interpolation: "linear",
      },
    ];
  }

  #numbers(prim: PrimNode, name: string, time: number): Float32Array {
    return Float32Array.from(numbersOf(this.#stage.reader.value(prim, name, time)) ?? []);
  }

  /** The times of keys; without any that at which the scene is. */
  #timesOf(prim: PrimNode, names: readonly string[]): readonly number[] {
    const { reader, time } = this.#stage;
    const found = names.flatMap((name) => {
      const attribute = reader.attribute(prim, name);
      return attribute !== undefined && mayVary(attribute) ? keyTimes(reader, attribute) : [];
    });
    const times = inRange(found, this.#times);
    return times.length > 0 ? times : [time ?? 0];
  }

  #seconds(times: readonly number[]): Float32Array {
    return Float32Array.from(times, this.#times.secondsOf);
  }

  /** What varies as channels; what does not, as the transform at rest. */
  #channels(node: number, source: string, keys: readonly Key[]): readonly AnimationChannel[] {
    const draft = this.#draft.nodes[node];
    const rest = { ...transformParts(draft.transform) };
    const [first] = keys;
    const channels: AnimationChannel[] = [];
    for (const [target, part, size] of PARTS) {
      const isStill = keys.every(({ parts }) => isSame(parts[part], first.parts[part]));
      if (isStill && (this.#isOnly || isSame(first.parts[part], rest[part]))) {
        Object.assign(rest, { [part]: first.parts[part] });
        continue;
      }
      const used = isStill ? [first] : keys;
      const values = new Float32Array(size * used.length);
      for (const [i, { parts }] of used.entries()) values.set(parts[part], size * i);
      if (target === "rotation") alongShorterArcs(values);
      const times = this.#seconds(used.map(({ time }) => time));
      channels.push({ source, node, target, times, size, values, interpolation: "linear" });
    }
    draft.transform = { kind: "trs", translation: rest.translation, rotation: rest.rotation, scale: rest.scale };
    draft.isMoved ||= channels.length > 0;
    return channels;
  }
}

interface Key {
  readonly time: number;
  readonly parts: TransformParts;
}

/** Returns keys at some times, and further ones where lines and arcs between them are not what a function returns. */
function refined(times: readonly number[], at: (time: number) => TransformParts): readonly Key[] {
  const keys: Key[] = [];
  for (const time of times) {
    const key = { time, parts: at(time) };
    const previous = keys.at(-1);
    if (previous !== undefined) addBetween(keys, { from: previous, to: key, depth: 0 }, at);
    keys.push(key);
  }
  return keys;
}

function addBetween(
  keys: Key[],
  { from, to, depth }: { readonly from: Key; readonly to: Key; readonly depth: number },
  at: (time: number) => TransformParts,
): void {
  const time = (from.time + to.time) / 2;
  const middle = { time, parts: at(time) };
  if (depth >= MAX_DEPTH || isBetween(from.parts, to.parts, middle.parts)) return;
  addBetween(keys, { from, to: middle, depth: depth + 1 }, at);
  keys.push(middle);
  addBetween(keys, { from: middle, to, depth: depth + 1 }, at);
}

function isBetween(a: TransformParts, b: TransformParts, middle: TransformParts): boolean {
  return PARTS.every(([target, part, size]) => {
    const out = new Float64Array(size);
    const isRotation = target === "rotation";
    halfway(Float64Array.from(a[part]), Float64Array.from(b[part]), { isRotation }, out);
    const expected = middle[part];
    const sign = isRotation && expected.reduce((sum: number, value, i) => sum + value * out[i], 0) < 0 ? -1 : 1;
    const largest = Math.max(1e-3, ...a[part].map(Math.abs), ...b[part].map(Math.abs));
    return expected.every((value, i) => Math.abs(sign * value - out[i]) <= TOLERANCE * largest);
  });
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => value === b[i]);
}

/** Quaternions of opposite signs are the same rotation. */
function alongShorterArcs(values: Float32Array): void {
  for (let i = 4; i < values.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += values[i + k] * values[i - 4 + k];
    if (dot < 0) for (let k = 0; k < 4; k++) values[i + k] = -values[i + k];
  }
}
