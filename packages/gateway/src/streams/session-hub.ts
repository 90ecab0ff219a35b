/** The interface of realtime sessions, in any process. */
import * as z from "zod";
import type { CameraMove, CameraSpace } from "../operations/camera-move.ts";
import type { NamedMesh } from "../operations/find-assets.ts";
import type { SessionState } from "./session.ts";

/** The input of a session. */
export interface NewStream {
  readonly id: string;
  readonly user: string;
  readonly scene: Uint8Array;
  /** Resolution in pixels. */
  readonly resolution: readonly [number, number];
  readonly meshes: readonly NamedMesh[];
  /** The camera that patches move; null if the scene has none. */
  readonly camera: CameraSpace | null;
  readonly createTime: number;
}

const sessionStateSchema: z.ZodType<SessionState> = z.enum(["QUEUED", "STARTING", "ACTIVE", "FAILED", "ENDED"]);

/** The state of a session. */
export interface SessionView {
  readonly id: string;
  readonly state: SessionState;
  readonly failure: { readonly name: string; readonly message: string } | null;
  /** Position in its process's queue, from 1; 0 if it is not queued. */
  readonly queuePosition: number;
  readonly access: { readonly streamId: string; readonly nodeId: string; readonly token: string };
  readonly viewers: number;
  readonly frames: number;
}

export const sessionViewSchema: z.ZodType<SessionView> = z.object({
  id: z.string(),
  state: sessionStateSchema,
  failure: z.object({ name: z.string(), message: z.string() }).nullable(),
  queuePosition: z.number(),
  access: z.object({ streamId: z.string(), nodeId: z.string(), token: z.string() }),
  viewers: z.number(),
  frames: z.number(),
});

/** The result of a patch. */
export interface PushOutcome {
  readonly state: SessionState;
  /** Whether the scene has a camera at the path of the patch. */
  readonly isCamera: boolean;
}

export const pushOutcomeSchema: z.ZodType<PushOutcome> = z.object({ state: sessionStateSchema, isCamera: z.boolean() });

/** A user's sessions. Sessions of other users and ended ones are not found. */
export interface SessionHub {
  /** Returns false if no process can accept it now. */
  add(stream: NewStream): Promise<boolean>;
  view(user: string, id: string): Promise<SessionView | undefined>;
  /** Moves the camera, if the session is ACTIVE and the patch is of a camera of its scene. */
  push(user: string, id: string, move: CameraMove): Promise<PushOutcome | undefined>;
  /** Returns false if there is no such session. */
  end(user: string, id: string): Promise<boolean>;
  list(user: string): Promise<readonly SessionView[]>;
  /** Returns the latest frame. */
  frame(user: string, id: string): Promise<Uint8Array | undefined>;
}
