/** Animations of glTF. */
import * as z from "zod";
import { floatsOf } from "@usdkit/assets/gltf";
import { ConvertError } from "../errors/convert-error.ts";
import type { AnimationChannel, AnimationModel, ChannelTarget, KeyInterpolation } from "../model/animation.ts";
import { nameOf } from "./extras.ts";
import { accessorOf, rawList, type GltfFile } from "./gltf-file.ts";
import { realFirst } from "./instances.ts";
import { parsed, pointer } from "./pointer.ts";

const schema = z.object({
  channels: z.array(
    z.object({ sampler: z.int().min(0), target: z.object({ node: z.int().min(0).optional(), path: z.string() }) }),
  ),
  samplers: z.array(
    z.object({
      input: z.int().min(0),
      output: z.int().min(0),
      interpolation: z.enum(["LINEAR", "STEP", "CUBICSPLINE"]).default("LINEAR"),
    }),
  ),
});

const interpolations = { LINEAR: "linear", STEP: "step", CUBICSPLINE: "cubic" } as const;
/** Numbers of a value; those of weights depend on the mesh. */
const sizes: Readonly<Record<ChannelTarget, number | null>> = { translation: 3, rotation: 4, scale: 3, weights: null };

/** Returns the animations, with indices of nodes of the file. */
export function readAnimations(file: GltfFile): readonly AnimationModel[] {
  return rawList(file, "animations").map((raw, i) => {
    const source = pointer("/animations", i);
    const { channels, samplers } = parsed(schema, raw, source);
    const read = channels.flatMap(({ sampler, target }, k) => {
      const at = pointer(source, "channels", k);
      const found = samplers[sampler];
      if (found === undefined) {
        throw new ConvertError(
          `${at}/sampler`,
          `Sampler ${sampler} does not exist; the animation has ${samplers.length}`,
        );
      }
      const { node, path } = target;
      if (!isTarget(path)) {
        file.losses.add(`${at}/target`, `Animations of ${JSON.stringify(path.slice(0, 40))} are not supported`);
        return [];
      }
      // Extensions may name another target.
      if (node === undefined) return [];
      if (node >= file.gltf.nodes.length) {
        throw new ConvertError(
          `${at}/target/node`,
          `Node ${node} does not exist; the file has ${file.gltf.nodes.length}`,
        );
      }
      const interpolation = interpolations[found.interpolation];
      const { input, output } = found;
      const channel = readChannel(file, { at, input, output, interpolation, target: path });
      return channel === null ? [] : [{ ...channel, source: at, node, target: path, interpolation }];
    });
    return { name: nameOf(raw), source, channels: read };
  });
}

function isTarget(path: string): path is ChannelTarget {
  return Object.hasOwn(sizes, path);
}

interface ChannelPlace {
  readonly at: string;
  /** Indices of accessors. */
  readonly input: number;
  readonly output: number;
  readonly interpolation: KeyInterpolation;
  readonly target: ChannelTarget;
}

/** Returns the keys of a channel; null if it has none. */
function readChannel(
  file: GltfFile,
  { at, input, output, interpolation, target }: ChannelPlace,
): Pick<AnimationChannel, "times" | "values" | "size"> | null {
  const times = accessorOf(file, input, [1], `${at}/sampler`);
  const size = sizes[target];
  const values = accessorOf(file, output, [size ?? 1], `${at}/sampler`);
  if (times === null || values === null || times.array.length === 0) return null;
  const keys = floatsOf(times);
  const perKey = interpolation === "cubic" ? 3 : 1;
  const numbers = floatsOf(values);
  const found = size ?? Math.floor(numbers.length / (perKey * keys.length));
  const expected = found * perKey * keys.length;
  if (found === 0 || numbers.length < expected) {
    throw new ConvertError(
      `${at}/sampler`,
      `Expected ${expected} numbers for ${keys.length} times, found ${numbers.length}`,
    );
  }
  if (!isAscending(keys)) throw new ConvertError(`${at}/sampler`, "Expected times that ascend");
  const whole = numbers.subarray(0, expected);
  return { times: keys, size: found, values: target === "rotation" ? realFirst(whole) : whole };
}

function isAscending(times: Float32Array): boolean {
  for (let i = 0; i < times.length; i++) if (!(i === 0 ? times[0] >= 0 : times[i] > times[i - 1])) return false;
  return Number.isFinite(times.at(-1));
}
