/** Realtime sessions, wherever they are. */
import * as z from "zod";
import type { CameraMove, CameraSpace } from "../operations/camera-move.ts";
import type { NamedMesh } from "../operations/find-assets.ts";
import type { SessionState } from "./session.ts";

/** What a session is made of. */
export interface NewStream {
  readonly id: string;
  readonly user: string;
  readonly scene: Uint8Array;
  /** Pixels. */
  readonly resolution: readonly [number, number];
  readonly meshes: readonly NamedMesh[];
  /** The camera that patches move; null if the scene has none. */
  readonly camera: CameraSpace | null;
  readonly createTime: number;
}

export const sessionStateSchema: z.ZodType<SessionState> = z.enum(["QUEUED", "STARTING", "ACTIVE", "FAILED", "ENDED"]);

/** The state of a session. */
export interface SessionView {
  readonly id: string;
  readonly state: SessionState;
  readonly failure: { readonly name: string; readonly message: string } | null;
  /** Of the sessions that wait in its process, from 1; 0 for one that does not. */
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

/** A user's sessions. Those of others, and those that ended, are not there. */
export interface SessionHub {
  /** False where no process can have it now. */
  add(stream: NewStream): Promise<boolean>;
  view(user: string, id: string): Promise<SessionView | undefined>;
  /** Moves the camera, if the session is ACTIVE. Gives its state. */
  push(user: string, id: string, move: CameraMove): Promise<SessionState | undefined>;
  /** False where there is none. */
  end(user: string, id: string): Promise<boolean>;
  list(user: string): Promise<readonly SessionView[]>;
  /** The newest. */
  frame(user: string, id: string): Promise<Uint8Array | undefined>;
}
