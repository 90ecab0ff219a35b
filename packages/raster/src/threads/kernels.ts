/** The work of a frame as tasks that any thread may do in any order. */
import { listBlock, type Bins } from "../bands/bins.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import { renderBackdrop } from "../composite/render-backdrop.ts";
import { renderBand } from "../composite/render-band.ts";
import { counters } from "../bands/frame.ts";
import type { Backdrops, Frame, GroupLists } from "../bands/frame.ts";
import { halveBackdrop, type Backdrop } from "../light/backdrop.ts";
import { projectSplats } from "../splats/project-splats.ts";
import { binTriangles } from "../triangles/bin-triangles.ts";
import { projectPoints } from "../triangles/project-points.ts";
import { projectVertices } from "../triangles/project-vertices.ts";

/** Inputs of a task in addition to its number. */
interface Work {
  readonly frame: Frame;
  readonly lists: GroupLists | null;
  readonly memory: ThreadMemory;
}

/** Long tasks yield where they may be stopped. */
type Kernel = (work: Work, task: number) => Generator<void> | void;

/** The kinds of tasks. */
export type KernelName =
  | "vertices"
  | "triangles"
  | "splats"
  | "points"
  | "listTriangles"
  | "listSplats"
  | "listPoints"
  | "backdrop"
  | "behind"
  | "halveBackdrop"
  | "halveBehind"
  | "bands";

const kernels: Readonly<Record<KernelName, Kernel>> = {
  vertices: ({ frame }, block) => projectVertices(frame, block),
  triangles: ({ frame }, block) => binTriangles(frame, block),
  splats: ({ frame }, block) => projectSplats(frame, block),
  points: ({ frame }, block) => projectPoints(frame, block),
  listTriangles: (work, block) => list(work, "triangles", work.frame.triangleBins, block),
  listSplats: (work, block) => list(work, "splats", work.frame.splatBins, block),
  listPoints: (work, block) => list(work, "points", work.frame.pointBins, block),
  backdrop: (work, task) => backdropBand(work, "opaque", task),
  behind: (work, task) => backdropBand(work, "behind", task),
  halveBackdrop: ({ frame }, task) => halveAll(frame.look?.backdrops?.opaque ?? null, task),
  halveBehind: ({ frame }, task) => halveAll(frame.look?.backdrops?.behind ?? null, task),
  bands,
};

/** A number of tasks of a kind. */
export interface Step {
  readonly kernel: KernelName;
  readonly tasks: number;
}

function* bands({ frame, lists, memory }: Work, task: number): Generator<void> {
  if (lists === null) return;
  yield* renderBand(frame, lists, lists.group.from + task, memory);
  Atomics.add(frame.counters, counters.bandsDone, 1);
}

function* backdropBand({ frame, lists, memory }: Work, name: keyof Backdrops, task: number): Generator<void> {
  if (lists !== null) yield* renderBackdrop(frame, lists, { band: lists.group.from + task, name }, memory);
}

/** Makes the smaller sizes of a backdrop, which is one task: each depends on the one before. */
function* halveAll(backdrop: Backdrop | null, task: number): Generator<void> {
  if (backdrop === null || task > 0) return;
  for (let level = 1; level < backdrop.levels.length; level++) {
    halveBackdrop(backdrop, level);
    yield;
  }
}

function list({ frame, lists }: Work, kind: "triangles" | "splats" | "points", bins: Bins, block: number): void {
  if (lists !== null) listBlock(bins, frame.layout, { group: lists.group, list: lists[kind] }, block);
}

/** Runs tasks of the steps until none remains, concurrently with other threads. Yields where it may be stopped. */
export function* work(steps: readonly Step[], content: Work): Generator<void> {
  const { frame } = content;
  for (;;) {
    let task = Atomics.add(frame.counters, counters.next, 1);
    const step = steps.find(({ tasks }) => {
      if (task < tasks) return true;
      task -= tasks;
      return false;
    });
    if (step === undefined) return;
    const kernel = kernels[step.kernel];
    const rest = kernel(content, task);
    if (typeof rest === "object") yield* rest;
    yield;
  }
}
