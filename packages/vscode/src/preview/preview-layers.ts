/** The files that the stage of a document is composed of: layers, textures and assets that it names, as on disk. */
import { answerLayer } from "@usdkit/view/layer-answer";
import type { PreviewState } from "@usdkit/view/preview-messages";
import { Uri, workspace, type Disposable } from "vscode";
import { watchFile } from "../binary-layers.ts";
import type { StageFile } from "./preview-session.ts";

/** Files that are followed. */
const MAX_WATCHED = 500;
/** Milliseconds after a change, since programs write several files. */
const SETTLE = 150;

/** Reads the files of one stage, and follows them. */
export class PreviewLayers implements Disposable {
  /** How the stage is composed; undefined if its files cannot be read: of a document that is not on disk, or that is not trusted. */
  readonly root: PreviewState["file"];
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, Disposable>();
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange Called when files have changed. */
  constructor(file: Uri, onChange: () => void) {
    this.#onChange = onChange;
    if (file.scheme !== "file" || !workspace.isTrusted) return;
    this.root = { location: file.fsPath.replaceAll("\\", "/"), composition: { searchPaths: [], variants: {} } };
  }

  /**
   * Returns a layer, an image or an asset; nothing else of the machine is read.
   *
   * @throws {Error} whose message is for the user.
   */
  async read(location: string, version: string): Promise<StageFile> {
    const { root } = this;
    if (root === undefined) throw new Error("the files of this document are not read");
    const request = JSON.stringify({ location, version });
    const answer = await answerLayer(new Set([root.location]), request, ([asked]) => this.#watch(asked));
    switch (answer.status) {
      case 200:
        return answer.content;
      case 204:
        return { bytes: null, version };
      case 404:
        return { bytes: null, version: "" };
      default:
        throw new Error(`${location}: ${answer.message}`);
    }
  }

  /** Returns whether a file was read for the stage. */
  has(location: string): boolean {
    return location === this.root?.location || this.#watchers.has(location);
  }

  dispose(): void {
    clearTimeout(this.#settling);
    for (const watcher of this.#watchers.values()) watcher.dispose();
  }

  #watch(location: string): void {
    // The document is followed as a text.
    if (location === this.root?.location || this.#watchers.has(location) || this.#watchers.size >= MAX_WATCHED) return;
    const settle = (): void => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(this.#onChange, SETTLE);
    };
    this.#watchers.set(location, watchFile(Uri.file(location), settle));
  }
}
