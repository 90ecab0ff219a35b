/** The files of a page without a server: those of the page, and those that are dropped on it. */
import type { PageFile } from "../protocol/draw-messages.ts";
import { defaultSettings } from "../protocol/page-settings.ts";
import type { Composition, ViewState } from "../protocol/view-state.ts";
import { isImageName, isLayerName, shownFiles } from "./dropped/shown-files.ts";
import type { DroppedFile } from "./dropped/read-dropped.ts";
import { noCode, type Source } from "./source.ts";
import { WorkerStages, type StageWorker } from "./stage/worker-stages.ts";

const noComposition: Composition = { searchPaths: [], variants: {} };

/** The files of a page, to which it adds others. */
export interface FixedSource extends Source {
  /** Adds files that were dropped together, and finds each other's layers and textures. */
  add(files: readonly DroppedFile[]): AddedFiles;
}

/** Files of a page. */
export interface AddedFiles {
  readonly files: readonly PageFile[];
  /** The one to show; undefined if none of them can be shown. */
  readonly first: { readonly index: number; readonly path: string } | undefined;
}

interface ShownFile extends PageFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Files contained in the page; assets are below a URL of the same site. */
export function fixedSource(
  files: readonly { readonly name: string; readonly text: string }[],
  assets: string | undefined,
  startStages: () => StageWorker,
): FixedSource {
  const encoder = new TextEncoder();
  // Files that are not dropped together may have the same name, and do not find each other.
  const shown = files.map(({ name, text }, i): ShownFile => {
    return { name, bytes: encoder.encode(text), location: `/${i}/${name}` };
  });
  let folders = shown.length;
  const others: ShownFile[] = [];
  const listeners: ((state: ViewState) => void)[] = [];
  const state = (): ViewState => ({
    assets: "",
    stages: "",
    canSave: false,
    composition: noComposition,
    files: shown.map(({ name, bytes, location }) => {
      return { name, location, version: "1", bytes: bytes.length, problem: null, settings: "", isPacked: false };
    }),
  });
  const show = (added: readonly ShownFile[]): void => {
    shown.push(...added);
    for (const onState of listeners) onState(state());
  };
  return {
    assets,
    layers: undefined,
    stages: new WorkerStages(startStages, shown, noComposition, others),
    listen(onState, onConnection) {
      listeners.push(onState);
      onConnection(true);
      onState(state());
    },
    add(dropped) {
      const folder = folders++;
      const located = dropped.map(({ path, bytes }): ShownFile => {
        return { name: path.slice(path.lastIndexOf("/") + 1), bytes, location: `/${folder}/${path}` };
      });
      const { tabs, first } = shownFiles(dropped);
      const before = shown.length;
      others.push(...located.filter((_, i) => !tabs.includes(i)));
      show(tabs.map((i) => located[i]));
      if (first === undefined) return { files: located, first };
      return { files: located, first: { index: before + tabs.indexOf(first), path: dropped[first].path } };
    },
    read: (index) => Promise.resolve({ bytes: shown[index].bytes, version: "1" }),
    readSettings: () => Promise.resolve({ settings: defaultSettings, version: "" }),
    save: () => Promise.reject(new Error("this page has no file to save to")),
    checkCode: () => Promise.resolve(noCode),
    async openLink(index, assetPath) {
      const location = locationOf(shown[index].location, assetPath);
      const known = shown.findIndex((file) => file.location === location);
      if (known >= 0) return { index: known };
      const found = others.find((file) => file.location === location);
      if (found === undefined) throw new Error("no such file was dropped on the page");
      if (isImageName(found.name)) return { image: URL.createObjectURL(new Blob([found.bytes])) };
      if (!isLayerName(found.name)) throw new Error("the page shows layers, models and images");
      show([found]);
      return { index: shown.length - 1 };
    },
  };
}

/** Returns where an asset path of a file leads to. */
function locationOf(from: string, assetPath: string): string {
  if (assetPath.startsWith("/")) return assetPath;
  const segments = from.split("/").slice(0, -1);
  for (const segment of assetPath.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}
