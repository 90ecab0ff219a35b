/** The interface of engines, which generate worlds and models. */

/** An input file of a task. */
export interface EngineInputFile {
  readonly field: string;
  readonly url: string;
  readonly path: string;
  /** File extension with its dot, in lower case. */
  readonly extension: string;
}

export interface EngineJob {
  /** `world-reconstruction`, `world-generation`, `image-to-3d`, `text-to-3d` or `material-transfer`. */
  readonly task: string;
  /** The request body. */
  readonly input: unknown;
  readonly files: readonly EngineInputFile[];
  /** Output folder. */
  readonly folder: string;
  /** The program of the engine `external` and its first arguments; empty if not configured. */
  readonly command: readonly string[];
}

/** File names in the folder by kind: `ply`, `spz` and `lod` of a world, `glb` of a model. */
export interface EngineFiles {
  readonly outputs: Readonly<Record<string, string>>;
  /** Notes for the caller on how the result was generated. */
  readonly notes: readonly string[];
  /** The view from which a world is shown. */
  readonly view?: WorldView;
}

/** A camera that views a world. */
export interface WorldView {
  /** Camera-to-world matrix: 16 numbers, row vectors; the camera looks down -Z. */
  readonly worldMatrix: readonly number[];
  /** Field of view in degrees. */
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

/** Thrown if an input cannot be used; the message is for the caller. */
export class InputError extends Error {
  override readonly name: string = "InputError";
}
