/** The machine that the server runs on: files and settings. In a browser there may be neither. */
import type { SceneCheckOptions } from "@usdkit/validate";

/** A file or folder. */
export interface FileStatus {
  readonly kind: "file" | "folder";
  /** Bytes. */
  readonly size: number;
  /** Changes when the content does. */
  readonly version: string;
}

/** The settings of a document. */
export interface DocumentSettings {
  readonly check: SceneCheckOptions;
  /** The configuration leaves the file out. */
  readonly isIgnored: boolean;
  /** The problem of the configuration, for the user; the default settings apply. */
  readonly problem?: string | undefined;
  /** URI of the file that `check.base` was read from. */
  readonly base?: string | undefined;
  /** URIs of the files that the settings come from, missing ones included: when one changes, settings are read again. */
  readonly files?: readonly string[] | undefined;
}

/** What the client says about its workspace when it starts. */
export interface Workspace {
  /** URIs of its folders. */
  readonly folders: readonly string[];
  /**
   * Whether configurations that are code may run: in all projects, in none, or in those below some folders (absolute paths).
   * Undefined: in the projects that the user has consented to elsewhere.
   */
  readonly trustConfig: boolean | readonly string[] | undefined;
}

/** Files and settings. Each method may be called often; none throws for what is missing. */
export interface Host {
  /** False if there are no files: documents are then not composed, as what they refer to is not known. Default: true. */
  readonly hasFiles?: boolean | undefined;
  /** Returns the status of a file or folder; undefined if there is none, or it may not be read. */
  status(uri: string): Promise<FileStatus | undefined>;
  /** Returns the bytes of a file; undefined if there is none, it may not be read, or it is larger than `maxBytes`. */
  readFile(uri: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Returns the names in a folder, folders with a `/` at their end. */
  readFolder(uri: string): Promise<readonly string[]>;
  /** Returns the layers below a folder, at most `limit` of them. */
  findLayers(folderUri: string, limit: number): Promise<readonly string[]>;
  /** Called once, before settings are requested. */
  begin?(workspace: Workspace): void;
  /** Returns the settings that apply to a document. */
  settings(uri: string): Promise<DocumentSettings>;
  /** A document was checked, which allocates much: a time to collect garbage comes. */
  workDone?(): void;
  /** A configuration changed: settings are read again. */
  forgetSettings(): void;
}
