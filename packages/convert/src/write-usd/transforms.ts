/** Transforms of nodes, at rest and animated. */
import type { PlainAttribute, PlainProperty, PlainValue } from "@usdkit/layer";
import { isIdentityMatrix } from "@usdkit/transforms";
import { sampleChannel } from "../animation/sample-channel.ts";
import type { AnimationChannel, ChannelTarget } from "../model/animation.ts";
import { animatedAttribute, type Animated } from "./animated.ts";
import { channelSplines } from "./channel-splines.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Ops in their order, of the parts of a transform that glTF animates. */
const ops = [
  { target: "translation", name: "xformOp:translate", type: "double3", rest: [0, 0, 0] },
  { target: "rotation", name: "xformOp:orient", type: "quatf", rest: [1, 0, 0, 0] },
  { target: "scale", name: "xformOp:scale", type: "float3", rest: [1, 1, 1] },
] as const;

/** Returns the properties of a node's transform. */
export function transformProperties(writer: UsdWriter, node: number, prim: string): readonly PlainProperty[] {
  const { transform } = writer.scene.nodes[node];
  const channels = channelsOf(writer, node);
  if (transform.kind === "matrix") {
    // glTF animates no matrices.
    if (isIdentityMatrix(transform.matrix)) return [];
    const op = { name: "xformOp:transform", type: "matrix4d", value: Array.from(transform.matrix) };
    return [op, order(["xformOp:transform"])];
  }
  const properties: PlainProperty[] = [];
  const names: string[] = [];
  for (const { target, name, type, rest } of ops) {
    const value: readonly number[] = target === "rotation" ? normalized(transform.rotation) : transform[target];
    const ofOp = channels.get(target) ?? new Map<number, AnimationChannel>();
    if (ofOp.size === 0 && value.every((each, i) => each === rest[i])) continue;
    const isFine = target === "rotation" && (isSmall(value) || [...ofOp.values()].some(turnsLittle));
    const op = { name, type: isFine ? "quatd" : type, value: [...value] };
    const splines = writer.options.animation === "splines" ? channelSplines(writer, op, ofOp) : undefined;
    for (const part of splines ?? [{ attribute: op, animations: samplesOf(writer, ofOp) }]) {
      properties.push(...animatedAttribute(writer, prim, part.attribute, part.animations));
      names.push(part.attribute.name);
    }
  }
  return names.length === 0 ? [] : [...properties, order(names)];
}

function normalized(quaternion: readonly number[]): readonly number[] {
  const length = Math.hypot(...quaternion);
  return length > 0 ? quaternion.map((value) => value / length) : [1, 0, 0, 0];
}

/**
 * Whether a rotation is so small that its cosine is lost in single precision: readers of OpenUSD take the angle from the real part. Such
 * rotations are written in double precision.
 */
function isSmall([, x, y, z]: readonly number[]): boolean {
  const sine = Math.hypot(x, y, z);
  return sine > 0 && sine < 0.05;
}

function turnsLittle({ values, interpolation }: AnimationChannel): boolean {
  const stride = interpolation === "cubic" ? 12 : 4;
  for (let at = stride === 12 ? 4 : 0; at + 4 <= values.length; at += stride) {
    if (isSmall([values[at], values[at + 1], values[at + 2], values[at + 3]])) return true;
  }
  return false;
}

function order(names: readonly string[]): PlainAttribute {
  return { name: "xformOpOrder", type: "token[]", value: names, uniform: true };
}

/** By target, the channels of a node by animation. */
function channelsOf(
  { scene }: UsdWriter,
  node: number,
): ReadonlyMap<ChannelTarget, ReadonlyMap<number, AnimationChannel>> {
  const found = new Map<ChannelTarget, Map<number, AnimationChannel>>();
  for (const [i, { channels }] of scene.animations.entries()) {
    for (const channel of channels) {
      if (channel.node !== node || channel.target === "weights") continue;
      const byAnimation = found.get(channel.target) ?? new Map<number, AnimationChannel>();
      found.set(channel.target, byAnimation.set(i, channel));
    }
  }
  return found;
}

function samplesOf(
  { times: scale, options }: UsdWriter,
  channels: ReadonlyMap<number, AnimationChannel>,
): ReadonlyMap<number, Animated> {
  return new Map(
    Array.from(channels, ([animation, channel]) => {
      const { times, values, size } = sampleChannel(channel, options.curveTolerance);
      const timeSamples = Array.from(times, (time, i): readonly [number, PlainValue] => [
        scale.codeOf(time),
        Array.from(values.subarray(i * size, (i + 1) * size)),
      ]);
      return [animation, { timeSamples }];
    }),
  );
}
