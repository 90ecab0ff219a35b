/** The shown file: its content on disk, its settings, and the edits that are not saved. */
import { hasCrLf } from "../document/decode-text.ts";
import type { PageSettings } from "../protocol/page-settings.ts";
import { noState, type FileState, type ViewState } from "../protocol/view-state.ts";
import type { BannerAction } from "./layout/banner.ts";
import type { FileContent, Source } from "./source.ts";

/** Events of the session, and the text that it saves. */
export interface FileSessionListener {
  /** Another file is shown: the previous content is outdated. */
  onOpen(file: FileState | undefined, index: number): void;
  /** The file has a new content, which resolves when its image and text are shown. */
  onContent(content: FileContent): Promise<void>;
  onSettings(settings: PageSettings): void;
  /** A message for the user; null: the previous one is obsolete. */
  onMessage(message: string | null, actions?: readonly BannerAction[]): void;
  /** Whether there are edits, or they are being saved. */
  onStatus(): void;
  /** Returns the text of the editor. */
  readText(): string;
}

/** Follows a file and saves it. Neither text is replaced without a decision of the user once both were changed. */
export class FileSession {
  readonly #source: Source;
  readonly #listener: FileSessionListener;
  #state: ViewState = noState;
  #shown = -1;
  /** The version that the text was read from; empty if there is no such file. */
  #version = "";
  /** The version that was replaced by saving: a state that has it is outdated. */
  #replaced: string | undefined;
  #settingsVersion: string | undefined;
  #isEdited = false;
  #isSaving = false;
  /** Whether every line of the file ended with CR LF. */
  #hasCrLf = false;

  constructor(source: Source, listener: FileSessionListener) {
    this.#source = source;
    this.#listener = listener;
  }

  /** Index of the shown file; negative before there is one. */
  get shown(): number {
    return this.#shown;
  }

  get isEdited(): boolean {
    return this.#isEdited;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  get canSave(): boolean {
    return this.#state.canSave;
  }

  /** Follows a new state of the files. */
  async setState(state: ViewState): Promise<void> {
    this.#state = state;
    if (this.#shown < 0) await this.open(0);
    else await this.#refresh();
  }

  /** Shows a file. Returns false if the user keeps the edits of another one. */
  async open(index: number): Promise<boolean> {
    if (index === this.#shown) return true;
    if (this.#isEdited && !confirm("Drop the changes of this text? They are not saved.")) return false;
    this.#shown = index;
    this.#version = "";
    this.#replaced = undefined;
    this.#settingsVersion = undefined;
    this.#setEdited(false);
    this.#listener.onOpen(this.#file(), index);
    await this.#refresh();
    return true;
  }

  /** The user changed the text. */
  edit(): void {
    this.#setEdited(true);
  }

  /** Saves the text if it was edited. */
  async save(): Promise<void> {
    if (!this.#isEdited || this.#isSaving) return;
    if (this.canSave) await this.#save(this.#version);
    else this.#listener.onMessage("Edits on this page cannot be saved");
  }

  async #save(version: string): Promise<void> {
    const [index, text] = [this.#shown, this.#listener.readText()];
    this.#isSaving = true;
    this.#listener.onStatus();
    try {
      const lines = this.#hasCrLf ? text.replace(/\r?\n/g, "\r\n") : text;
      const result = await this.#source.save(index, new TextEncoder().encode(lines), version);
      if (index !== this.#shown) return;
      if (result.saved) {
        this.#replaced = version;
        this.#version = result.version;
        this.#listener.onMessage(null);
        // The user may have typed meanwhile.
        this.#setEdited(this.#listener.readText() !== text);
      } else this.#offerChoice(`${this.#name()}: ${result.message}`, result.version);
    } catch (error) {
      this.#listener.onMessage(`${this.#name()} was not saved: ${describe(error)}`);
    } finally {
      this.#isSaving = false;
      this.#listener.onStatus();
    }
    // Changes of the file that arrived meanwhile.
    await this.#refresh();
  }

  /** Reads the shown file and its settings, if they changed. */
  async #refresh(): Promise<void> {
    const file = this.#file();
    if (file === undefined || this.#isSaving) return;
    const isOutdated = file.version === this.#replaced;
    if (file.version === this.#version) this.#replaced = undefined;
    if (isOutdated) return;
    if (file.problem !== null) {
      // Keeps the previous content: the file may come back.
      this.#version = "";
      this.#listener.onMessage(`${file.name}: ${file.problem}`);
    } else if (file.version !== this.#version) {
      if (this.#isEdited) this.#offerChoice(`${file.name} changed on disk`, file.version);
      else await this.#read(file);
    }
    const known = this.#settingsVersion;
    if (known !== undefined && file.settings !== "" && file.settings !== known) await this.#readSettings();
  }

  async #read(file: FileState): Promise<void> {
    const index = this.#shown;
    this.#version = file.version;
    try {
      const content = await this.#source.read(index, file.version);
      if (index !== this.#shown) return;
      this.#version = content.version;
      this.#hasCrLf = hasCrLf(new TextDecoder().decode(content.bytes));
      this.#listener.onMessage(null);
      await this.#listener.onContent(content);
    } catch (error) {
      this.#listener.onMessage(`${file.name}: ${describe(error)}`);
    }
  }

  /** Reads the settings of the shown file if they are not known. */
  async needSettings(): Promise<void> {
    if (this.#settingsVersion === undefined) await this.#readSettings();
  }

  async #readSettings(): Promise<void> {
    const index = this.#shown;
    const found = await this.#source.readSettings(index);
    if (index !== this.#shown) return;
    this.#settingsVersion = found.version;
    this.#listener.onSettings(found.settings);
  }

  /** Both the text and the file changed: the user decides which one is kept. */
  #offerChoice(reason: string, version: string): void {
    const show: BannerAction = {
      label: "Show the file",
      onClick: () => {
        this.#setEdited(false);
        this.#version = "";
        void this.#refresh();
      },
    };
    const replace: BannerAction = {
      label: version === "" ? "Save it again" : "Replace the file",
      onClick: () => void this.#save(version),
    };
    const actions = [...(this.canSave ? [replace] : []), ...(version === "" ? [] : [show])];
    this.#listener.onMessage(`${reason}. Your changes on this page are not saved.`, actions);
  }

  #setEdited(isEdited: boolean): void {
    this.#isEdited = isEdited;
    this.#listener.onStatus();
  }

  #name(): string {
    return this.#file()?.name ?? "the file";
  }

  #file(): FileState | undefined {
    return this.#state.files[this.#shown];
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
