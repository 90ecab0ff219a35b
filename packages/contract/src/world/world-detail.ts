import * as z from "zod";
import type { Received } from "../fields/received.ts";
import { id, maybeNumber, maybeText } from "../fields/reply-fields.ts";
import { taskErrorSchema, type TaskError } from "../operation/task.ts";

/** The states of a world (spec 3). */
export const worldStatuses = ["RUNNING", "SUCCEEDED", "FAILED"] as const;

/**
 * The state of a world. The specification leaves open whether there are others than {@link worldStatuses}; an
 * unknown state is kept unchanged.
 */
export type WorldStatus = (typeof worldStatuses)[number] | (string & {});

/** A row of the list of worlds (spec 2.5). */
export interface WorldListRow extends Received {
  readonly worldId: string;
  readonly name?: string | null | undefined;
  /** The URL of a cover image. */
  readonly cover?: string | null | undefined;
  /** The kind of scene. */
  readonly scene?: string | null | undefined;
  /** Milliseconds since the epoch. */
  readonly createTime?: number | null | undefined;
  /** Milliseconds since the epoch. */
  readonly updateTime?: number | null | undefined;
  /** `RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others. */
  readonly status: WorldStatus;
  /** Fraction of completion, from 0 to 1. */
  readonly progress?: number | null | undefined;
}

/** A world (spec 2.5). */
export interface WorldDetail extends WorldListRow {
  readonly assets?: WorldAssets | null | undefined;
  /** Ours: why it failed. */
  readonly error?: TaskError | null | undefined;
}

/** The assets of a world. */
export interface WorldAssets {
  readonly splats?: WorldSplats | null | undefined;
  /** Not shown; kept as it is. */
  readonly semanticsMetadata?: unknown;
}

/** The splats of a world. */
export interface WorldSplats {
  readonly urls?: WorldSplatUrls | null | undefined;
}

/** URLs of the splats of a world. */
export interface WorldSplatUrls {
  /** A PLY file, once the world has succeeded. */
  readonly plyPath?: string | null | undefined;
  /** An SPZ file, once the world has succeeded. */
  readonly spzPath?: string | null | undefined;
  /** Level-of-detail chunk metadata, once it has been generated. */
  readonly lodMetaPath?: string | null | undefined;
}

const rowShape = {
  worldId: id,
  name: maybeText,
  cover: maybeText,
  scene: maybeText,
  createTime: maybeNumber,
  updateTime: maybeNumber,
  status: /*#__PURE__*/ z.string(),
  progress: maybeNumber,
};

/** Schema of a row of the list of worlds. */
export const worldListRowSchema: z.ZodType<WorldListRow> = /*#__PURE__*/ z.looseObject(rowShape);

/** Schema of the URLs of the splats of a world. */
export const worldSplatUrlsSchema: z.ZodType<WorldSplatUrls> = /*#__PURE__*/ z.looseObject({
  plyPath: maybeText,
  spzPath: maybeText,
  lodMetaPath: maybeText,
});

/** Schema of the splats of a world. */
export const worldSplatsSchema: z.ZodType<WorldSplats> = /*#__PURE__*/ z.looseObject({
  urls: worldSplatUrlsSchema.nullish(),
});

/** Schema of the assets of a world. */
export const worldAssetsSchema: z.ZodType<WorldAssets> = /*#__PURE__*/ z.looseObject({
  splats: worldSplatsSchema.nullish(),
  semanticsMetadata: z.unknown().optional(),
});

/** Schema of a world. */
export const worldDetailSchema: z.ZodType<WorldDetail> = /*#__PURE__*/ z.looseObject({
  ...rowShape,
  assets: worldAssetsSchema.nullish(),
  error: taskErrorSchema.nullish(),
});
