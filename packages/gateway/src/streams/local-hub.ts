import type { CameraMove } from "../operations/camera-move.ts";
import type { AssetPath } from "../workers/protocol.ts";
import type { Session } from "./session.ts";
import type { NewStream, PushOutcome, SessionHub, SessionView } from "./session-hub.ts";
import type { SessionAccess, Sessions } from "./sessions.ts";

/** Finds the files of a scene's meshes. @throws {Error} `MissingAsset` */
export type FindAssets = (user: string, meshes: NewStream["meshes"]) => Promise<readonly AssetPath[]>;

/** The sessions of this process. */
export class LocalHub implements SessionHub {
  readonly sessions: Sessions;
  private readonly findAssets: FindAssets;

  constructor(sessions: Sessions, findAssets: FindAssets) {
    this.sessions = sessions;
    this.findAssets = findAssets;
  }

  async add({ meshes, ...given }: NewStream): Promise<boolean> {
    // The request is repeated if the first response was lost.
    if (this.sessions.get(given.user, given.id) === undefined)
      this.sessions.add(given, () => this.findAssets(given.user, meshes));
    return true;
  }

  async view(user: string, id: string): Promise<SessionView | undefined> {
    const found = this.sessions.get(user, id);
    return found === undefined ? undefined : this.viewOf(found.session, found.access);
  }

  async push(user: string, id: string, move: CameraMove): Promise<PushOutcome | undefined> {
    const found = this.sessions.get(user, id);
    if (found === undefined) return undefined;
    const { session } = found;
    const isCamera = session.hasCamera(move.path);
    if (session.state === "ACTIVE" && isCamera) {
      this.sessions.touch(id);
      session.push(move);
    }
    return { state: session.state, isCamera };
  }

  async end(user: string, id: string): Promise<boolean> {
    if (this.sessions.get(user, id) === undefined) return false;
    this.sessions.end(id);
    return true;
  }

  async list(user: string): Promise<readonly SessionView[]> {
    const ids = this.sessions.list().filter((session) => session.user === user);
    const views = await Promise.all(ids.map(({ id }) => this.view(user, id)));
    return views.filter((view) => view !== undefined);
  }

  async frame(user: string, id: string): Promise<Uint8Array | undefined> {
    return this.sessions.get(user, id)?.session.lastFrame;
  }

  private viewOf(session: Session, access: SessionAccess): SessionView {
    const { id, state, failure, viewers, framesMade } = session;
    return {
      id,
      state,
      failure: failure === undefined ? null : { name: failure.name, message: failure.message },
      queuePosition: this.sessions.queuePosition(session),
      access,
      viewers: viewers.size,
      frames: framesMade,
    };
  }
}
