/** Animations of glTF. */
import type { Node } from "@gltf-transform/core";
import type { AnimationChannel } from "../model/animation.ts";
import type { GltfWriter } from "./gltf-writer.ts";
import { realLastAll } from "./nodes.ts";

const INTERPOLATIONS = { step: "STEP", linear: "LINEAR", cubic: "CUBICSPLINE" } as const;

/** Writes all animations. */
export function writeAnimations(writer: GltfWriter, nodes: readonly Node[]): void {
  const { document, scene } = writer;
  for (const { name, channels } of scene.animations) {
    const animation = document.createAnimation(name);
    // Accessors are shared by channels with the same keys.
    const inputs = new Map<string, Float32Array>();
    for (const channel of channels) {
      const ascending = keysOf(channel);
      const key = ascending.times.join(" ");
      const times = inputs.get(key) ?? ascending.times;
      inputs.set(key, times);
      const { target, size, interpolation, node } = channel;
      const values = target === "rotation" ? realLastAll(ascending.values) : ascending.values;
      const sampler = document
        .createAnimationSampler()
        .setInput(writer.accessor(times, 1))
        .setOutput(writer.accessor(values, target === "weights" ? 1 : size))
        .setInterpolation(INTERPOLATIONS[interpolation]);
      const made = document
        .createAnimationChannel()
        .setTargetNode(nodes[node])
        .setTargetPath(target)
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(made);
    }
  }
}

/** Keys that are the same in single precision are one: the later one counts. */
function keysOf({ times, values, size, interpolation }: AnimationChannel): {
  times: Float32Array;
  values: Float32Array;
} {
  const stride = interpolation === "cubic" ? 3 * size : size;
  const kept: number[] = [];
  for (let i = 0; i < times.length; i++) if (i + 1 === times.length || times[i + 1] > times[i]) kept.push(i);
  if (kept.length === times.length) return { times, values };
  const result = new Float32Array(stride * kept.length);
  for (const [i, key] of kept.entries()) result.set(values.subarray(stride * key, stride * (key + 1)), stride * i);
  return { times: Float32Array.from(kept, (key) => times[key]), values: result };
}
