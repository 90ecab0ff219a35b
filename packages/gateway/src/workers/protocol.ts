/** Messages between the service and its worker processes, by structured clone. */
import type { CameraPose } from "@usdkit/raster";

/** Marks a process as a worker: its first argument. */
export const WORKER_ARGUMENT = "spatial-gateway-worker";

/** The descriptor on which a worker shows that it is alive, and how often it does, in milliseconds. */
export const BEAT_DESCRIPTOR = 4;
export const BEAT_INTERVAL = 500;

/** A mesh id and where its file is. */
export interface AssetPath {
  readonly meshId: string;
  readonly path: string;
}

/** Red, green, blue and alpha, from 0 to 1. */
export type Background = readonly [number, number, number, number];

/** What a worker can be asked for. */
export type WorkerRequest =
  | {
      readonly kind: "render";
      readonly scene: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly background: Background;
      readonly assets: readonly AssetPath[];
      /** Where the PNG goes. */
      readonly output: string;
    }
  /** Whether a file can be drawn. */
  | { readonly kind: "inspect"; readonly path: string }
  /** Makes files in a folder. */
  | {
      readonly kind: "make";
      readonly task: string;
      readonly input: unknown;
      /** Files of the input, in its order; the engine reads them from here. */
      readonly files: readonly EngineFile[];
      readonly folder: string;
      readonly command: readonly string[];
    }
  | { readonly kind: "open-scene"; readonly scene: Uint8Array; readonly assets: readonly AssetPath[] }
  /** A JPEG of the open scene. */
  | {
      readonly kind: "frame";
      /** What differs from the camera of the scene. */
      readonly camera: CameraPose;
      readonly width: number;
      readonly height: number;
      readonly background: Background;
      readonly quality: number;
    };

/** A file that a caller named, and where it is now. */
export interface EngineFile {
  /** The field of the request that named it. */
  readonly field: string;
  readonly url: string;
  readonly path: string;
  /** With its dot, in lower case; empty where there is none. */
  readonly extension: string;
}

/** What each request is answered with. */
export interface WorkerReplies {
  readonly render: { readonly notes: readonly string[] };
  readonly inspect: { readonly type: string; readonly count: number };
  readonly make: {
    readonly engine: string;
    /** Names in the folder, by what they are. */
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
  /** `input`: what it was given cannot be used; `internal`: anything else. */
  | { readonly id: number; readonly type: "failed"; readonly cause: "input" | "internal"; readonly message: string };
