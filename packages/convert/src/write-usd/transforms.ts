/** Transforms of nodes, at rest and animated. */
import type { PlainAttribute, PlainProperty, PlainValue } from "@usdkit/layer";
import { isIdentityMatrix } from "@usdkit/transforms";
import { sampleChannel } from "../animation/sample-channel.ts";
import type { AnimationChannel, ChannelTarget } from "../model/animation.ts";
import { animatedAttribute, type Animated } from "./animated.ts";
import { channelSplines } from "./channel-splines.ts";
import type { UsdWriter } from "./usd-writer.ts";
import type { WriteUsdOptions } from "./write-options.ts";

type Precision = NonNullable<WriteUsdOptions["transformPrecision"]>;

interface TransformOp {
  readonly target: "translation" | "rotation" | "scale";
  readonly name: string;
  readonly rest: readonly number[];
  /** The type of its values: at rest, and animated. */
  readonly type: (
    value: readonly number[],
    channels: ReadonlyMap<number, AnimationChannel>,
    precision: Precision,
  ) => string;
}

/** Ops in their order, of the parts of a transform that glTF animates. */
const ops: readonly TransformOp[] = [
  {
    target: "translation",
    name: "xformOp:translate",
    rest: [0, 0, 0],
    type: (_value, _channels, precision) => (precision === "float" ? "float3" : "double3"),
  },
  { target: "rotation", name: "xformOp:orient", rest: [1, 0, 0, 0], type: rotationType },
  { target: "scale", name: "xformOp:scale", rest: [1, 1, 1], type: () => "float3" },
];

/**
 * Rotations whose half angle has a smaller sine are in double precision: readers of OpenUSD take the angle from the real part, whose cosine is
 * lost in single precision. The angle is then exact to 1e-6, or to 1e-4.
 */
const MIN_SINES: Readonly<Record<Precision, number>> = { double: 0.05, float: 6e-4 };

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
    const op = { name, type: type(value, ofOp, writer.options.transformPrecision ?? "double"), value: [...value] };
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

function rotationType(
  value: readonly number[],
  channels: ReadonlyMap<number, AnimationChannel>,
  precision: Precision,
): string {
  const least = MIN_SINES[precision];
  return isSmall(value, least) || [...channels.values()].some((channel) => turnsLittle(channel, least))
    ? "quatd"
    : "quatf";
}

function isSmall([, x, y, z]: readonly number[], least: number): boolean {
  const sine = Math.hypot(x, y, z);
  return sine > 0 && sine < least;
}

function turnsLittle({ values, interpolation }: AnimationChannel, least: number): boolean {
  const stride = interpolation === "cubic" ? 12 : 4;
  for (let at = stride === 12 ? 4 : 0; at + 4 <= values.length; at += stride) {
    if (isSmall([values[at], values[at + 1], values[at + 2], values[at + 3]], least)) return true;
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
