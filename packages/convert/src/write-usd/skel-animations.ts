/** Animations of joints and of weights of morph targets. */
import { floatToHalfBits } from "@usdkit/base";
import type { PlainProperty, PlainValue } from "@usdkit/layer";
import { evaluateChannel } from "../animation/evaluate.ts";
import { sampleChannel } from "../animation/sample-channel.ts";
import type { AnimationChannel, AnimationModel } from "../model/animation.ts";
import { transformParts } from "../model/transform-parts.ts";
import type { SkeletonLayout } from "./skeleton-layout.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { arrayValue } from "./values.ts";

/** Numbers of all joints or targets over time, each moved by its channel or at rest. */
interface Track {
  readonly name: string;
  readonly type: "float3" | "quatf" | "half3" | "float";
  /** In the order of the joints or targets. */
  readonly entries: readonly { readonly channel: AnimationChannel | undefined; readonly rest: readonly number[] }[];
}

/** Returns the properties of a SkelAnimation; undefined if an animation changes nothing of a skeleton. */
export function skelAnimation(
  writer: UsdWriter,
  skeleton: SkeletonLayout,
  { channels }: AnimationModel,
): readonly PlainProperty[] | undefined {
  const { joints, tokens } = skeleton;
  const moved = joints.flatMap((joint, i) => {
    const own = channels.filter(({ node, target }) => node === joint && target !== "weights");
    return own.length === 0 ? [] : [{ joint, token: tokens[i], own }];
  });
  const weights = weightsTrack(writer, skeleton, channels);
  const hasWeights = weights?.entries.some(({ channel }) => channel !== undefined) ?? false;
  if (moved.length === 0 && !hasWeights) return undefined;
  const jointTracks = (["translation", "rotation", "scale"] as const).map((target): Track => ({
    name: `${target}s`,
    type: ({ translation: "float3", rotation: "quatf", scale: "half3" } as const)[target],
    entries: moved.map(({ joint, own }) => ({
      channel: own.find((channel) => channel.target === target),
      rest: transformParts(writer.scene.nodes[joint].transform)[target],
    })),
  }));
  const movedTokens = moved.map(({ token }) => token);
  return [
    ...(weights === undefined ? [] : [blendShapeTokens(skeleton), trackProperty(writer, weights)]),
    ...(moved.length === 0
      ? []
      : [
          { name: "joints", type: "token[]", value: movedTokens, uniform: true },
          ...jointTracks.map((track) => trackProperty(writer, track)),
        ]),
  ];
}

/** Returns the properties of a SkelAnimation with the weights of targets at rest. */
export function restWeights(writer: UsdWriter, skeleton: SkeletonLayout): readonly PlainProperty[] {
  const weights = weightsTrack(writer, skeleton, []);
  return weights === undefined ? [] : [blendShapeTokens(skeleton), trackProperty(writer, weights)];
}

function blendShapeTokens({ targetTokens }: SkeletonLayout): PlainProperty {
  return { name: "blendShapes", type: "token[]", value: [...targetTokens.values()].flat(), uniform: true };
}

/** Weights of the targets of all nodes; undefined without any. */
function weightsTrack(
  { scene }: UsdWriter,
  { targetTokens }: SkeletonLayout,
  channels: readonly AnimationChannel[],
): Track | undefined {
  if (targetTokens.size === 0) return undefined;
  const entries = Array.from(targetTokens, ([node, tokens]) => {
    const { mesh, targetWeights } = scene.nodes[node];
    const rest = targetWeights ?? (mesh === null ? [] : scene.meshes[mesh].targetWeights);
    const channel = channels.find((each) => each.node === node && each.target === "weights");
    return { channel: channel?.size === tokens.length ? channel : undefined, rest: tokens.map((_, i) => rest[i] ?? 0) };
  });
  return { name: "blendShapeWeights", type: "float", entries };
}

/** Returns a track as an attribute: with time samples if a channel moves it. */
function trackProperty({ times: scale, options }: UsdWriter, { name, type, entries }: Track): PlainProperty {
  const length = entries.reduce((sum, { rest }) => sum + rest.length, 0);
  const valueAt = (time: number | undefined): Float64Array => {
    const flat = new Float64Array(length);
    let start = 0;
    for (const { channel, rest } of entries) {
      if (channel === undefined || time === undefined) flat.set(rest, start);
      else evaluateChannel(channel, time, flat.subarray(start, start + rest.length));
      start += rest.length;
    }
    return flat;
  };
  const times = sampleTimes(
    entries.flatMap(({ channel }) => channel ?? []),
    options.curveTolerance,
  );
  const property = { name, type: `${type}[]` };
  if (times.length === 0) return { ...property, value: packed(type, valueAt(undefined)) };
  const samples = times.map((time) => [scale.codeOf(time), valueAt(time)] as const);
  const [[, first]] = samples;
  if (samples.every(([, value]) => value.every((each, i) => each === first[i]))) {
    return { ...property, value: packed(type, first) };
  }
  return {
    ...property,
    // Joints have their rest transforms at the default time, targets have nothing else.
    ...(type === "float" && { value: packed(type, valueAt(undefined)) }),
    timeSamples: samples.map(([code, value]): [number, PlainValue] => [code, packed(type, value)]),
  };
}

/** The times of the samples of all channels. */
function sampleTimes(channels: readonly AnimationChannel[], tolerance: number | undefined): readonly number[] {
  const times = new Set<number>();
  for (const channel of channels) for (const time of sampleChannel(channel, tolerance).times) times.add(time);
  return [...times].sort((a, b) => a - b);
}

function packed(type: Track["type"], values: Float64Array): ReturnType<typeof arrayValue> {
  if (type === "half3") return arrayValue(type, Uint16Array.from(values, floatToHalfBits));
  return arrayValue(type, Float32Array.from(values));
}
