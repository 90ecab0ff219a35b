/** The stages of the open pages. */
import type { StageReply, StageRequest } from "../protocol/stage-messages.ts";
import type { FileSystem, StageFiles } from "./stage-files.ts";
import { StageProblem, StageSession, type StageRoot } from "./stage-session.ts";

/** Maximum number of stages that are kept; pages of others compose theirs again. */
const MAX_SESSIONS = 4;

/** A request whose numbers of files are replaced by locations. */
export interface LocatedRequest extends StageRequest {
  readonly root: StageRoot;
  /** The location of the file of a text. */
  readonly edited: string | undefined;
  /** Another one after files have changed. */
  readonly stamp: string;
}

/** A reply, and the files that the stage depends on, with the versions that were read. */
export interface LocatedReply {
  readonly reply: StageReply;
  readonly read: StageFiles["read"];
}

/** Answers requests; the stage of the page that asked longest ago is dropped for a new one. */
export class StageSessions {
  readonly #system: FileSystem;
  readonly #sessions = new Map<string, StageSession>();
  #revision = 0;

  constructor(system: FileSystem) {
    this.#system = system;
  }

  /** Returns the answer, or its problem; rejects only for faults of the program. */
  async reply(request: LocatedRequest): Promise<LocatedReply> {
    const { ask, choices, edits, edited, stamp, steps } = request;
    const session = this.#session(request);
    const done = (reply: StageReply): LocatedReply => ({ reply, read: session.read });
    session.follow(stamp);
    session.choose(choices);
    session.setSteps(steps);
    if (ask.kind === "text") {
      // Texts may overtake one another.
      if (edits > session.edits && edited !== undefined) {
        session.edits = edits;
        session.edit(edited, ask.text);
      }
      return done({ revision: session.revision, answer: { kind: "text" } });
    }
    if (edits !== session.edits) return done({ needsText: true });
    try {
      // A change during the answer gives it the revision before the change.
      const { revision } = session;
      return done({ revision, answer: await session.answer(ask) });
    } catch (error) {
      if (!(error instanceof StageProblem)) throw error;
      return done({ problem: error.message });
    }
  }

  #session({ session: name, root }: LocatedRequest): StageSession {
    const key = `${name}\0${JSON.stringify(root)}`;
    const found = this.#sessions.get(key) ?? new StageSession(root, this.#system, () => ++this.#revision);
    this.#sessions.delete(key);
    this.#sessions.set(key, found);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
    return found;
  }
}
