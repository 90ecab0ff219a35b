/** Follows the files of a stage as they change. */
import { dirname } from "node:path";
import { LazyBytes } from "@usdkit/base";
import type { StageChanges } from "../change/changed-prims.ts";
import { parseLayerName } from "../open/layer-name.ts";
import type { FileContents } from "../resolve/layer-registry.ts";
import type { Stage } from "../stage/stage.ts";
import { fs } from "./descriptors.ts";
import { FolderWatcher } from "./folder-watcher.ts";
import { openFile } from "./open-file.ts";
import { changedMessage } from "./save-files.ts";

/** A file that changed while a layer in it has edits that are not saved. */
export interface FileConflict {
  readonly path: string;
  /** What happened, and what to do. */
  readonly message: string;
}

/** How {@link watchStage} reports. */
export interface WatchStageOptions {
  /** The stage has followed changes of these files. */
  readonly onChange: (changes: StageChanges, files: readonly string[]) => void;
  /**
   * A file changed and the stage did not follow it, since it would lose edits that are not saved. Saving is rejected as well. Take
   * the edits back, call `check`, and make them again.
   */
  readonly onConflict?: ((conflict: FileConflict) => void) | undefined;
  /** A file cannot be read or composed; the stage is as before, and follows the next change. Default: the error is thrown. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Milliseconds without an event before the files are compared: editors save in several steps. Default 40. */
  readonly settleTime?: number | undefined;
  /** Milliseconds between comparisons without an event, for file systems that report none. Default 2000. */
  readonly pollInterval?: number | undefined;
}

/** A stage that follows its files. */
export interface StageWatcher {
  /** Compares the files now; resolves when the stage has followed them. */
  check(): Promise<void>;
  /** Stops following. */
  close(): void;
}

/**
 * Follows the files of a stage: layers of any encoding, packages, and files that were missing when an arc named them. What a
 * change touches is composed again. Layers that are used later are followed too.
 *
 * ```ts
 * const stage = await Stage.open("shot.usda", { resolver: fileResolver() });
 * const watcher = watchStage(stage, { onChange: ({ changed }) => console.log("read again", changed) });
 * ```
 */
export function watchStage(stage: Stage, options: WatchStageOptions): StageWatcher {
  return new FileWatch(stage, options);
}

class FileWatch implements StageWatcher {
  private readonly stage: Stage;
  private readonly options: WatchStageOptions;
  private readonly watcher: FolderWatcher;
  /** By file: its state when the stage has read it. */
  private readonly known: Map<string, string> = new Map();
  /** Files with a conflict, and their states when it was reported. */
  private readonly conflicts: Map<string, string> = new Map();
  private checking: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(stage: Stage, options: WatchStageOptions) {
    const { settleTime = 40, pollInterval } = options;
    this.stage = stage;
    this.options = options;
    const poll = pollInterval === undefined ? {} : { pollInterval };
    this.watcher = new FolderWatcher(() => void this.check(), { settleTime, alwaysPolls: true, ...poll });
    this.follow();
  }

  check(): Promise<void> {
    this.checking = this.checking.then(() => (this.isClosed ? undefined : this.compare()));
    return this.checking;
  }

  close(): void {
    this.isClosed = true;
    this.watcher.close();
  }

  /** Watches the files that the stage has asked for by now. */
  private follow(): void {
    const folders = new Set<string>();
    for (const path of this.stage.files.keys()) {
      if (this.known.has(path) || URI.test(path)) continue;
      const stamp = stampOf(path);
      // A file may have changed between its reading and now.
      this.known.set(path, this.hasChanged(path) ? CHANGED : stamp);
      folders.add(dirname(path));
    }
    this.watcher.watch(folders);
  }

  private async compare(): Promise<void> {
    try {
      this.follow();
      const layers = new Map<string, FileContents>();
      const stamps = new Map<string, string>();
      for (const [path, before] of this.known) {
        const stamp = stampOf(path);
        if (stamp === before) continue;
        if (this.conflicts.get(path) === stamp && this.hasEdits(path)) continue;
        const contents = stamp === "" ? undefined : openFile(path);
        if (this.isAsRead(path, contents)) this.known.set(path, stamp);
        else if (this.hasEdits(path)) {
          if (contents instanceof LazyBytes) contents.close();
          this.report(path, stamp);
        } else {
          layers.set(path, contents);
          stamps.set(path, stamp);
        }
      }
      if (layers.size === 0) return;
      const changes = await this.stage.update({ layers });
      for (const [path, stamp] of stamps) {
        this.known.set(path, stamp);
        this.conflicts.delete(path);
      }
      this.follow();
      this.options.onChange(changes, [...layers.keys()]);
    } catch (error) {
      const { onError } = this.options;
      if (onError === undefined) throw error;
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Whether a file that was read whole has other contents now. One that is read in parts reports it itself. */
  private hasChanged(path: string): boolean {
    const contents = stampOf(path) === "" ? undefined : openFile(path);
    if (!(contents instanceof LazyBytes)) return !this.isAsRead(path, contents);
    contents.close();
    return false;
  }

  private report(path: string, stamp: string): void {
    this.conflicts.set(path, stamp);
    const message = `${changedMessage(path)}; the stage has edits of it that are not saved`;
    this.options.onConflict?.({ path, message });
  }

  private hasEdits(path: string): boolean {
    return this.stage.editedLayers.some(({ stageLayer }) => parseLayerName(stageLayer.anchor).file === path);
  }

  /** Whether a file has the contents that the stage has read or saved: saves of the stage itself change nothing. */
  private isAsRead(path: string, contents: FileContents): boolean {
    const layer = this.stage.layers.find(({ anchor }) => anchor === path);
    const own = layer && this.stage.layer(layer.identifier).savedBytes;
    const before = own ?? this.stage.files.get(path);
    if (before === undefined || contents === undefined) return before === contents;
    if (!(before instanceof Uint8Array && contents instanceof Uint8Array)) return false;
    return before.length === contents.length && Buffer.compare(before, contents) === 0;
  }
}

/** What is on no disk. */
const URI = /^[a-z][a-z0-9+.-]+:/iu;

/** The state of a file that the stage has read before a change; no file has it. */
const CHANGED = "changed";

/** Returns a text that changes with a file; "" if there is none. */
function stampOf(path: string): string {
  const state = fs.statSync(path, { throwIfNoEntry: false, bigint: true });
  return state?.isFile() === true ? `${state.mtimeNs}-${state.size}-${state.ino}` : "";
}
