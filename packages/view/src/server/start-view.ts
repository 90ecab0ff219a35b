/** Starts the server of the page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { loadPageFiles } from "#page-files";
import type { ViewState } from "../protocol/view-state.ts";
import type { FindAsset } from "./asset-answer.ts";
import { EventStream } from "./event-stream.ts";
import { stampOfAssets, stateOf } from "./file-states.ts";
import { FolderWatcher } from "./folder-watcher.ts";
import { RequestGuard } from "./request-guard.ts";
import { serve } from "./serve.ts";

/** A file shown by the page. */
export interface ViewedFile {
  /** The user's name for the file. */
  readonly name: string;
  /** Its absolute path. */
  readonly location: string;
}

/** Options of {@link startView}. */
export interface ViewOptions {
  readonly files: readonly ViewedFile[];
  /** Returns the bytes of the asset of a mesh id, undefined if there is none; the message of an error is shown on the page. */
  readonly findAsset?: FindAsset | undefined;
  /** The absolute path of the folder, or of the JSON map, that `findAsset` reads: it is watched. */
  readonly assets?: string | undefined;
  /** Default: a free one. */
  readonly port?: number | undefined;
}

/** A running server. */
export interface RunningView {
  /** The URL of the page, with an unguessable token. */
  readonly url: string;
  /** Stops the server and the watcher. */
  close(): Promise<void>;
}

/**
 * Serves a page with text, findings, tree, plan and image of the files, updated as they change. The server listens only on
 * 127.0.0.1, and requires the unguessable URL.
 *
 * @throws {Error} of the system if the port cannot be used.
 * @example
 * const view = await startView({ files: [{ name: "room.usda", location: "scenes/room.usda" }] });
 * console.log(view.url);
 */
export async function startView({ files, findAsset, assets, port = 0 }: ViewOptions): Promise<RunningView> {
  const guard = new RequestGuard();
  const events = new EventStream();
  const readState = (): ViewState => ({
    files: files.map(({ name, location }) => stateOf(name, location)),
    assets: stampOfAssets(assets),
  });
  let state = readState();
  let listening = port;
  const page = await loadPageFiles();
  const served = {
    guard,
    events,
    findAsset,
    page,
    locations: files.map(({ location }) => location),
    state: () => state,
    port: () => listening,
  };
  const server = createServer((request, response) => void serve(served, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  listening = (server.address() as AddressInfo).port;
  const folders = [...files.map(({ location }) => dirname(location)), ...(assets === undefined ? [] : [assets])];
  const watcher = new FolderWatcher(folders, () => {
    const now = readState();
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    state = now;
    events.send(state);
  });
  return {
    url: `http://127.0.0.1:${listening}/${guard.token}/`,
    async close() {
      watcher.close();
      events.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
