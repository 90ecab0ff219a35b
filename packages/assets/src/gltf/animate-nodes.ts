/** The nodes of a glTF at a time of one of its animations. */
import type { SkipCounter } from "../model/skip-counter.ts";
import { floatsOf } from "./accessor-floats.ts";
import { at } from "./check-gltf.ts";
import type { Gltf, GltfAnimation, GltfNode } from "./gltf-types.ts";
import { evaluateKeys, type KeyedValues } from "./keyed-values.ts";
import type { Accessors } from "./vertex-values.ts";

type Target = "translation" | "rotation" | "scale" | "weights";

const sizes: Readonly<Record<Target, number | null>> = { translation: 3, rotation: 4, scale: 3, weights: null };
const interpolations = { LINEAR: "linear", STEP: "step", CUBICSPLINE: "cubic" } as const;

/** One property of a node over time. */
export interface NodeChannel extends KeyedValues {
  readonly node: number;
  readonly target: Target;
}

/** An animation whose channels are read. */
export interface ReadAnimation {
  readonly name: string;
  /** The time of the last key, in seconds. */
  readonly duration: number;
  readonly channels: readonly NodeChannel[];
}

/**
 * Returns the animations of a glTF. Channels without keys, with times that do not ascend, or of other properties are left out and counted
 * (`animationChannel`).
 *
 * @throws AssetError if a node, a sampler or an accessor does not exist
 */
export function readAnimations(gltf: Gltf, accessors: Accessors, skips: SkipCounter): readonly ReadAnimation[] {
  return gltf.animations.map((animation, i) => {
    const channels: NodeChannel[] = [];
    for (const [k] of animation.channels.entries()) {
      const channel = readChannel(gltf, accessors, animation, { index: k, where: `animations[${i}]` });
      if (channel === null) skips.add("animationChannel");
      else channels.push(channel);
    }
    const duration = channels.reduce((latest, { times }) => Math.max(latest, times[times.length - 1]), 0);
    return { name: animation.name, duration, channels };
  });
}

function readChannel(
  gltf: Gltf,
  accessors: Accessors,
  { channels, samplers }: GltfAnimation,
  { index, where }: { readonly index: number; readonly where: string },
): NodeChannel | null {
  const { sampler, target } = channels[index];
  const place = `${where}.channels[${index}]`;
  const { input, output, interpolation } = at(samplers, sampler, "samplers", place);
  at(gltf.accessors, input, "accessors", place);
  at(gltf.accessors, output, "accessors", place);
  const { node, path } = target;
  // Extensions may name another target.
  if (node === undefined || !isTarget(path)) return null;
  at(gltf.nodes, node, "nodes", place);
  const [times, values] = [accessors[input], accessors[output]];
  if (times === null || values === null || times.size !== 1 || times.array.length === 0) return null;
  const keys = floatsOf(times);
  const numbers = floatsOf(values);
  const perKey = interpolation === "CUBICSPLINE" ? 3 : 1;
  const size = sizes[path] ?? Math.floor(numbers.length / (perKey * keys.length));
  if (size === 0 || numbers.length < size * perKey * keys.length || !isAscending(keys)) return null;
  const isRotation = path === "rotation";
  return {
    node,
    target: path,
    times: keys,
    size,
    values: numbers,
    interpolation: interpolations[interpolation],
    isRotation,
  };
}

function isTarget(path: string): path is Target {
  return Object.hasOwn(sizes, path);
}

function isAscending(times: Float32Array): boolean {
  for (let i = 1; i < times.length; i++) if (!(times[i] > times[i - 1])) return false;
  return Number.isFinite(times[0]) && Number.isFinite(times[times.length - 1]);
}

/** Returns the nodes at a time of an animation, in seconds. */
export function animatedNodes(nodes: readonly GltfNode[], { channels }: ReadAnimation, seconds: number): GltfNode[] {
  const moved = [...nodes];
  for (const channel of channels) {
    const value = new Float64Array(channel.size);
    evaluateKeys(channel, seconds, value);
    // A matrix of a node that is animated is no valid glTF; the channel counts.
    const { matrix: _matrix, ...node } = moved[channel.node];
    moved[channel.node] = { ...node, [channel.target]: Array.from(value) };
  }
  return moved;
}
