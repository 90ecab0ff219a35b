/** A scene that is ready to be drawn, and what the page shows of it. */
import {
  describeReason,
  describeReport,
  type CameraPose,
  type DrawableScene,
  type NotDrawnPrim,
  type StagePart,
} from "@usdkit/raster";
import type { SceneInfo } from "../protocol/draw-messages.ts";
import { boxAround, emptyBox } from "./box-around.ts";

/** Maximum number of prims that are not drawn and listed. */
const MAX_ROWS = 200;
/** Maximum number of cameras. */
export const MAX_CAMERAS = 200;
/** Problems that are listed. */
const MAX_NOTICES = 200;

/** What images are made of. */
export interface SeenScene {
  readonly scene: Pick<DrawableScene, "render" | "primBounds">;
  readonly info: SceneInfo;
  /** Returns the pose of a camera; undefined if there is none. */
  readonly poseAt: (path: string, time: number | undefined) => CameraPose | undefined;
}

/** A scene, and its cameras at any time. */
export interface LoadedScene extends SeenScene {
  readonly scene: DrawableScene;
}

/** What is known of a scene without drawing it. */
export type SceneFacts = Pick<SceneInfo, "kind" | "cameras" | "camera" | "resolution" | "time" | "upAxis">;

/** Returns the information about a scene that cannot be drawn. */
export function undrawnInfo(facts: SceneFacts, problem: string | null): SceneInfo {
  return {
    ...facts,
    problem,
    isPart: false,
    canDraw: false,
    bounds: emptyBox,
    notice: null,
    notDrawn: [],
    notDrawnCount: 0,
    notices: [],
    statistics: null,
  };
}

/** Returns what is ready of a stage, as a scene without cameras. */
export function partialScene(scene: StagePart, upAxis: SceneInfo["upAxis"]): SeenScene {
  const facts: SceneFacts = { kind: "stage", cameras: [], camera: null, resolution: null, time: null, upAxis };
  const info = { ...undrawnInfo(facts, null), isPart: true, canDraw: true, bounds: scene.bounds() };
  return { scene, info, poseAt: () => undefined };
}

/**
 * Returns the information about a scene.
 *
 * @param notices What is authored and not drawn as authored.
 * @param reasonOf Returns why a prim is not drawn, if more is known than the report has.
 */
export async function sceneInfo(
  scene: DrawableScene,
  facts: SceneFacts,
  notices: readonly string[],
  reasonOf: (prim: NotDrawnPrim) => string | undefined = () => undefined,
): Promise<SceneInfo> {
  const time = facts.time?.start;
  const [report, statistics] = [await scene.report(time), await scene.statistics(time)];
  const more = notices.length - MAX_NOTICES;
  return {
    ...facts,
    problem: null,
    isPart: false,
    canDraw: true,
    bounds: boxAround(await scene.primBounds(time), null),
    notice: report.drawn.length === 0 ? describeReport(report) : null,
    notDrawn: report.notDrawn.slice(0, MAX_ROWS).map((prim) => {
      return { path: prim.path, type: prim.type, reason: reasonOf(prim) ?? describeReason(prim) };
    }),
    notDrawnCount: report.notDrawn.length,
    notices: more > 0 ? [...notices.slice(0, MAX_NOTICES), `${more} more`] : notices,
    statistics,
  };
}
