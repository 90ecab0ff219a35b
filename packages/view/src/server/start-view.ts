/** Starts the server of the page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { FolderWatcher } from "@usdkit/usd/files";
import { loadPageFiles } from "#page-files";
import type { Composition, ViewState } from "../protocol/view-state.ts";
import type { FindAsset } from "./asset-answer.ts";
import type { CheckCode } from "./check-code.ts";
import { EventStream } from "./event-stream.ts";
import { stampOfAssets, stateOf } from "./file-states.ts";
import { FollowedFiles, type ReadFile } from "./followed-files.ts";
import { RequestGuard } from "./request-guard.ts";
import { serve } from "./serve.ts";
import { SettingsStore, type FindSettings } from "./settings-store.ts";
import { layerName } from "./stage-answer.ts";
import { StageService } from "./stage-service.ts";
import type { ViewedFile } from "./viewed-file.ts";

/** Milliseconds without a change before the page is updated: editors save in several steps. */
const SETTLE_TIME = 40;

/** Options of {@link startView}. */
export interface ViewOptions {
  readonly files: readonly ViewedFile[];
  /** Returns the bytes of the asset of a mesh id, undefined if there is none; the message of an error is shown on the page. */
  readonly findAsset?: FindAsset | undefined;
  /** Returns the settings of the linter for a file; default: no configuration. */
  readonly findSettings?: FindSettings | undefined;
  /** Runs rules that cannot be sent to the page, those that are code; called if the settings of a file name some. */
  readonly checkCode?: CheckCode | undefined;
  /** Whether edits on the page cannot be saved. Default false. */
  readonly readOnly?: boolean | undefined;
  /** The absolute path of the folder, or of the JSON map, that `findAsset` reads: it is watched. */
  readonly assets?: string | undefined;
  /** How stages are composed, with absolute paths with `/`; default: without search paths, session layer and selections. */
  readonly composition?: Composition | undefined;
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
 * Serves a page with text, findings, tree, plan and image of the files, updated as they change. Edits are saved to the files
 * unless `readOnly` is set. The server listens only on 127.0.0.1, and requires the unguessable URL.
 *
 * @throws {Error} of the system if the port cannot be used.
 * @example
 * const view = await startView({ files: [{ name: "room.usda", location: "scenes/room.usda" }] });
 * console.log(view.url);
 */
export async function startView(options: ViewOptions): Promise<RunningView> {
  const { findAsset, findSettings, checkCode, readOnly = false, assets, port = 0 } = options;
  const { composition = { searchPaths: [], variants: {} } } = options;
  const stages = new StageService();
  // Of every stage that was composed.
  const stageFiles = new FollowedFiles();
  // Links of shown files add others.
  const files = [...options.files];
  const settings = new SettingsStore(findSettings);
  const guard = new RequestGuard();
  const events = new EventStream();
  const readState = (): ViewState => ({
    files: files.map((file) => ({
      ...stateOf(file.name, file.location),
      settings: settings.version(file.location),
      isPacked: file.inner !== undefined,
      location: layerName(file),
    })),
    assets: stampOfAssets(assets),
    stages: stageFiles.stamp(),
    canSave: !readOnly,
    composition,
  });
  let state = readState();
  let listening = port;
  const refresh = (): void => {
    const now = readState();
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    state = now;
    events.send(state);
  };
  const folders = [...files.map(({ location }) => dirname(location)), ...(assets === undefined ? [] : [assets])];
  const watcher = new FolderWatcher(refresh, { settleTime: SETTLE_TIME, alwaysPolls: true });
  watcher.watch(folders);
  const served = {
    guard,
    events,
    findAsset,
    settings,
    checkCode,
    canSave: !readOnly,
    refresh,
    page: loadPageFiles,
    files,
    images: [],
    composition,
    stages,
    stamp: () => state.stages,
    // A change before the folder is watched is found by the next poll.
    onRead: (read: Iterable<ReadFile>) => watcher.watch(stageFiles.add(read).map((location) => dirname(location))),
    onOpened: ({ location }: ViewedFile) => watcher.watch([dirname(location)]),
    state: () => state,
    port: () => listening,
  };
  const server = createServer((request, response) => void serve(served, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      watcher.close();
      events.close();
      reject(error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  listening = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${listening}/${guard.token}/`,
    async close() {
      watcher.close();
      events.close();
      await stages.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
