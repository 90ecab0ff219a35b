/** Answers the page's questions about the stages of its files. */
import { sep } from "node:path";
import type { StageReply } from "../protocol/stage-messages.ts";
import type { Composition } from "../protocol/view-state.ts";
import { readStageRequest } from "../stage/read-request.ts";
import type { ReadFile } from "./followed-files.ts";
import type { StageService } from "./stage-service.ts";
import type { ViewedFile } from "./viewed-file.ts";

/** What the answers need of the server. */
export interface StageParts {
  readonly files: readonly ViewedFile[];
  readonly composition: Composition;
  readonly stages: StageService;
  /** Whether edits can be saved. */
  readonly canSave: boolean;
  /** Another text after files of stages have changed. */
  readonly stamp: () => string;
  /** Called with the files that a stage depends on. */
  readonly onRead: (files: Iterable<ReadFile>) => void;
}

/** Returns the reply to a request in JSON about the stage of a file; undefined if it is no request. */
export async function answerStage(
  { files, composition, stages, stamp, canSave, onRead }: StageParts,
  file: ViewedFile,
  json: string,
): Promise<StageReply | undefined> {
  const request = readStageRequest(parse(json));
  if (request === undefined) return undefined;
  const { ask } = request;
  const edited = ask.kind === "text" ? files[ask.file] : undefined;
  if (ask.kind === "save" && !canSave) return { problem: "usda view was started with --read-only" };
  // The text of a layer in a package cannot be edited.
  if (ask.kind === "text" && (edited === undefined || edited.inner !== undefined)) return undefined;
  try {
    const { reply, read } = await stages.ask({
      ...request,
      root: { ...composition, location: layerName(file) },
      edited: edited && withSlashes(edited.location),
      stamp: stamp(),
    });
    onRead(read);
    return reply;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the location of a file with `/`, and of a layer in a package its path there. */
export function layerName({ location, inner }: ViewedFile): string {
  return `${withSlashes(location)}${inner === undefined ? "" : `[${inner}]`}`;
}

/** Returns a path of this machine with `/`. */
export function withSlashes(location: string): string {
  return sep === "/" ? location : location.replaceAll(sep, "/");
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
