/** The files of meshes: those of the folder or map in the setting `usda.assets`. */
import { basename, dirname, isAbsolute, resolve } from "node:path";
import { statSync } from "node:fs";
import { assetLocator, readAssetFile } from "@usdkit/command/files/asset-files";
import { RelativePattern, Uri, workspace, type Disposable, type FileSystemWatcher } from "vscode";

const SETTING = "assets";
/** Milliseconds after a change, since programs write several files. */
const SETTLE = 150;

/** Reads the assets of one file, and follows them. */
export class PreviewAssets implements Disposable {
  readonly #file: Uri;
  readonly #onChange: () => void;
  readonly #subscription: Disposable;
  #watcher: FileSystemWatcher | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange Called when files, or the setting, have changed. */
  constructor(file: Uri, onChange: () => void) {
    this.#file = file;
    this.#onChange = onChange;
    this.#watch();
    this.#subscription = workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(`usda.${SETTING}`, file)) return;
      this.#watch();
      onChange();
    });
  }

  /**
   * Returns the bytes of an asset.
   *
   * @throws {Error} whose message is for the user.
   */
  async read(meshId: string): Promise<Uint8Array> {
    const place = placeOf(this.#file);
    if (place === undefined) throw new Error(`no file for the mesh "${meshId}": the setting "usda.assets" is empty`);
    const file = assetLocator(place.name, place.path)(meshId);
    if (file === undefined) throw new Error(`${place.name} has no file for the mesh "${meshId}"`);
    return await readAssetFile(file);
  }

  dispose(): void {
    clearTimeout(this.#settling);
    this.#watcher?.dispose();
    this.#subscription.dispose();
  }

  #watch(): void {
    this.#watcher?.dispose();
    this.#watcher = undefined;
    const place = placeOf(this.#file);
    if (place === undefined) return;
    const pattern = isFolder(place.path)
      ? new RelativePattern(Uri.file(place.path), "*")
      : new RelativePattern(Uri.file(dirname(place.path)), basename(place.path));
    const watcher = workspace.createFileSystemWatcher(pattern);
    const settle = (): void => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(this.#onChange, SETTLE);
    };
    watcher.onDidChange(settle);
    watcher.onDidCreate(settle);
    watcher.onDidDelete(settle);
    this.#watcher = watcher;
  }
}

/** Returns the folder or map in the settings of a file; undefined if there is none. A relative path is one of the workspace. */
function placeOf(file: Uri): { readonly name: string; readonly path: string } | undefined {
  const name = workspace.getConfiguration("usda", file).get<string>(SETTING, "");
  if (name === "") return undefined;
  if (isAbsolute(name)) return { name, path: name };
  // A document that was never saved is in no folder.
  const folder = file.scheme === "untitled" ? workspace.workspaceFolders?.[0] : workspace.getWorkspaceFolder(file);
  return { name, path: resolve(folder?.uri.fsPath ?? dirname(file.fsPath), name) };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
