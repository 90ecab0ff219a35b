/** Messages between the service and its worker processes, by structured clone. */
import type { CameraPose } from "@usdkit/raster";

/** Marks a process as a worker: its first argument. */
export const WORKER_ARGUMENT = "spatial-gateway-worker";

/** The descriptor of a worker's heartbeat, and its interval in milliseconds. */
export const BEAT_DESCRIPTOR = 4;
export const BEAT_INTERVAL = 500;

/** A mesh id and the path of its file. */
export interface AssetPath {
  readonly meshId: string;
  readonly path: string;
}

/** Red, green, blue and alpha, from 0 to 1. */
export type Background = readonly [number, number, number, number];

/** Requests to a worker. */
export type WorkerRequest =
  | {
      readonly kind: "render";
      readonly scene: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly background: Background;
      readonly assets: readonly AssetPath[];
      /** Path of the PNG. */
      readonly output: string;
    }
  /** Checks whether a file can be rendered. */
  | { readonly kind: "inspect"; readonly path: string }
  /** Generates files in a folder. */
  | {
      readonly kind: "make";
      readonly task: string;
      readonly input: unknown;
      /** Input files in order; the engine reads them from here. */
      readonly files: readonly EngineFile[];
      readonly folder: string;
      readonly command: readonly string[];
    }
  | { readonly kind: "open-scene"; readonly scene: Uint8Array; readonly assets: readonly AssetPath[] }
  /** Renders a JPEG of the open scene. */
  | {
      readonly kind: "frame";
      /** Overrides of the scene's camera. */
      readonly camera: CameraPose;
      readonly width: number;
      readonly height: number;
      readonly background: Background;
      readonly quality: number;
    };

/** An input file of a request and its local path. */
export interface EngineFile {
  /** The field of the request that refers to it. */
  readonly field: string;
  readonly url: string;
  readonly path: string;
  /** File extension with its dot, in lower case; empty if there is none. */
  readonly extension: string;
}

/** Responses by request. */
export interface WorkerReplies {
  readonly render: { readonly notes: readonly string[] };
  readonly inspect: { readonly type: string; readonly count: number };
  readonly make: {
    readonly engine: string;
    /** File names in the folder by kind. */
    readonly outputs: Readonly<Record<string, string>>;
    readonly notes: readonly string[];
  };
  readonly "open-scene": { readonly opened: true };
  readonly frame: { readonly jpeg: Uint8Array };
}

export type ToWorker = { readonly id: number; readonly request: WorkerRequest };

export type FromWorker =
  | { readonly id: number; readonly type: "begun" }
  | { readonly id: number; readonly type: "progress"; readonly value: number }
  | { readonly id: number; readonly type: "done"; readonly reply: unknown }
  /** `input`: the input is invalid; `internal`: anything else. */
  | { readonly id: number; readonly type: "failed"; readonly cause: "input" | "internal"; readonly message: string };
