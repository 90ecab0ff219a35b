/** A thread that draws pictures. Others start the file of this module by its URL, so sources and bundles need no path. */
import type { MessagePort } from "node:worker_threads";
import type * as Raster from "@usdkit/raster";
import { SharedFiles } from "../composed/shared-files.ts";
import { loadPeer } from "../render/load-peer.ts";
import { PictureMaker, type PictureOutcome, type PictureTask } from "./draw-picture.ts";
import type { PictureSettings } from "./picture-settings.ts";
import { readPart, type LayerPart } from "./layer-parts.ts";

/** The URL of this module. */
export const pictureWorkerUrl: string = import.meta.url;

/** Worker data of these threads: others may load the module as well. */
export interface PictureWorkerData {
  readonly mark: "usda-pictures";
  readonly settings: PictureSettings;
}

/** Work of a thread. */
export type PictureWork =
  | ({ readonly kind: "draw" } & PictureTask)
  /** What a layer is part of. */
  | { readonly kind: "part"; readonly file: string };

/** What came of it, by its kind. */
export type PictureReply = { readonly picture: PictureOutcome } | { readonly part: LayerPart };

/** Bytes of files and layers that a thread keeps for the next picture. */
const MAX_KEPT = 1 << 23;

const { isMainThread, parentPort, ...threads } = process.getBuiltinModule("node:worker_threads");
const data = threads.workerData as Partial<PictureWorkerData> | null;
if (!isMainThread && parentPort !== null && data?.mark === "usda-pictures" && data.settings !== undefined) {
  serve(parentPort, data.settings);
}

function serve(port: MessagePort, settings: PictureSettings): void {
  const maker = loadPeer<typeof Raster>("@usdkit/raster").then(
    (raster) =>
      new PictureMaker(raster, settings, new SharedFiles({ searchPaths: settings.searchPaths, maxKept: MAX_KEPT })),
  );
  // Reported by each `await`; there may be none yet.
  maker.catch(() => undefined);
  port.on("message", (work: PictureWork) => {
    void reply(maker, work).then((answer) => port.postMessage(answer, moved(answer)));
  });
}

async function reply(maker: Promise<PictureMaker>, work: PictureWork): Promise<PictureReply> {
  if (work.kind === "part") return { part: readPart(work.file) };
  try {
    return { picture: await (await maker).make(work) };
  } catch (error) {
    return { picture: { status: "failed", reason: error instanceof Error ? error.message : String(error) } };
  }
}

/** The buffers that are handed over without a copy: pixels. Those of encoders cannot be handed over. */
function moved(answer: PictureReply): ArrayBuffer[] {
  if (!("picture" in answer) || answer.picture.status !== "drawn") return [];
  const { content } = answer.picture;
  return content.kind === "pixels" && content.data.buffer instanceof ArrayBuffer ? [content.data.buffer] : [];
}
