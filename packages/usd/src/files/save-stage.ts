/** Saves the layers of a stage that were edited. */
import { findInPackage } from "../open/open-layer.ts";
import { parseLayerName } from "../open/layer-name.ts";
import { replaceInPackage } from "../open/replace-in-package.ts";
import type { LayerDocument } from "../edit/layer-document.ts";
import type { Stage } from "../stage/stage.ts";
import { fs } from "./descriptors.ts";
import { changedMessage, revisionOf, SaveError, saveFiles, type FileSave } from "./save-files.ts";

/** A file that was saved, with the SHA-256 of its contents before and after. */
export interface SavedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What the file of edited layers gets. */
export interface LayerSave extends FileSave {
  readonly before: string;
  readonly read: Uint8Array;
  /** The layers in it: one, or those of a package. */
  readonly documents: readonly LayerDocument[];
}

/**
 * Returns what to write for layers, one entry a file: a text, a crate, or a package with layers replaced.
 *
 * @throws SaveError if a file has other contents than those that the layers were read from
 */
export function layerSaves(documents: Iterable<LayerDocument>): readonly LayerSave[] {
  const byFile = new Map<string, LayerDocument[]>();
  for (const document of documents) {
    const { file } = parseLayerName(document.stageLayer.anchor);
    const known = byFile.get(file);
    if (known === undefined) byFile.set(file, [document]);
    else known.push(document);
  }
  return Array.from(byFile, ([path, own]): LayerSave => {
    const [document] = own;
    const isPlain = own.length === 1 && parseLayerName(document.stageLayer.anchor).inner.length === 0;
    // The contents of a plain file are compared when it is saved.
    const { read, bytes } = isPlain
      ? { read: document.fileBytes, bytes: document.snapshot().bytes }
      : packageContents(path, own);
    const before = once(() => revisionOf(read));
    return {
      path,
      bytes,
      read,
      documents: own,
      get before() {
        return before();
      },
    };
  });
}

/** Returns the contents of a package, as they are and with edited layers. */
function packageContents(path: string, documents: readonly LayerDocument[]): Pick<LayerSave, "read" | "bytes"> {
  const read = readFile(path);
  let bytes = read;
  for (const document of documents) {
    const { inner } = parseLayerName(document.stageLayer.anchor);
    if (!isEqual(document.fileBytes, findInPackage(read, inner).bytes)) {
      throw new SaveError(path, changedMessage(path), true);
    }
    bytes = replaceInPackage(bytes, inner, document.snapshot().bytes);
  }
  return { read, bytes };
}

/** Digests take longer than the save itself: they are made if the caller reads them. */
function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/**
 * Saves every layer of a stage that was edited: all files, or none. A file that changed since the stage read it is not
 * overwritten.
 *
 * ```ts
 * await stage.edit({ target: "look.usda" }, (edit) => edit.set("/World/Ball.radius", 2));
 * for (const { path, after } of saveStage(stage)) console.log(path, after);
 * ```
 *
 * @returns the files that were written
 * @throws SaveError if a file changed since it was read, another process writes it, or the file system rejects it
 */
export function saveStage(stage: Stage): readonly SavedFile[] {
  const saves = layerSaves(stage.editedLayers);
  saveFiles(saves);
  for (const { documents } of saves) for (const document of documents) document.noteSaved();
  return saves.map((save): SavedFile => {
    const after = once(() => revisionOf(save.bytes));
    return {
      path: save.path,
      get before() {
        return save.before;
      },
      get after() {
        return after();
      },
    };
  });
}

function readFile(path: string): Uint8Array {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = error instanceof Error ? error.message : String(error);
    const message = isMissing ? `${path} was removed in the meantime: restore it, or save a copy` : reason;
    throw new SaveError(path, message, isMissing, { cause: error });
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
