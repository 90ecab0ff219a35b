/** What makes worlds and models. */

/** A file that a caller named, and where it is. */
export interface EngineInputFile {
  readonly field: string;
  readonly url: string;
  readonly path: string;
  /** With its dot, in lower case. */
  readonly extension: string;
}

export interface EngineJob {
  /** `world-reconstruction`, `world-generation`, `image-to-3d`, `text-to-3d` or `material-transfer`. */
  readonly task: string;
  /** The request's body. */
  readonly input: unknown;
  readonly files: readonly EngineInputFile[];
  /** Where the files go. */
  readonly folder: string;
  /** The program of the engine `external`, with its first arguments; empty where none is set. */
  readonly command: readonly string[];
}

/** Names in the folder, by what they are: `ply`, `spz` and `lod` of a world, `glb` of a model. */
export interface EngineFiles {
  readonly outputs: Readonly<Record<string, string>>;
  /** What a caller should know of how it was made. */
  readonly notes: readonly string[];
  /** From where a world is shown. */
  readonly view?: WorldView;
}

/** A camera that looks at a world. */
export interface WorldView {
  /** From the camera's space to the world's: 16 numbers, row vectors; it looks down -Z. */
  readonly worldMatrix: readonly number[];
  /** Degrees. */
  readonly horizontalFieldOfView: number;
}

export interface EngineResult extends Omit<EngineFiles, "view"> {
  readonly engine: string;
}

export interface Engine {
  readonly name: string;
  takes(job: EngineJob): boolean;
  make(job: EngineJob, onProgress: (value: number) => void): Promise<EngineFiles>;
}

/** What was given cannot be used; the message is for the caller. */
export class InputError extends Error {
  override readonly name: string = "InputError";
}
