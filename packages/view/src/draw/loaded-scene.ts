/** A scene that is ready to be drawn, and what the page shows of it. */
import { describeReason, describeReport, type CameraPose, type DrawableScene, type NotDrawnPrim } from "@usdkit/raster";
import type { SceneInfo } from "../protocol/draw-messages.ts";
import { boxAround, emptyBox } from "./box-around.ts";

/** Maximum number of prims that are not drawn and listed. */
const MAX_ROWS = 200;
/** Maximum number of cameras. */
export const MAX_CAMERAS = 200;
/** Problems that are listed. */
const MAX_NOTICES = 200;

/** A scene, and its cameras at any time. */
export interface LoadedScene {
  readonly scene: DrawableScene;
  readonly info: SceneInfo;
  /** Returns the pose of a camera; undefined if there is none. */
  readonly poseAt: (path: string, time: number | undefined) => CameraPose | undefined;
}

/** What is known of a scene without drawing it. */
export type SceneFacts = Pick<SceneInfo, "kind" | "cameras" | "camera" | "resolution" | "time" | "upAxis">;

/** Returns the information about a scene that cannot be drawn. */
export function undrawnInfo(facts: SceneFacts, problem: string | null): SceneInfo {
  return {
    ...facts,
    problem,
    canDraw: false,
    bounds: emptyBox,
    notice: null,
    notDrawn: [],
    notDrawnCount: 0,
    notices: [],
    statistics: null,
  };
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
