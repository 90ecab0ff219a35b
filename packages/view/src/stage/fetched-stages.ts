/** Stages whose files have to be fetched: each is composed of those that are there, and again once those that it asked for are. */
import type { StageReply } from "../protocol/stage-messages.ts";
import { StageSessions, type LocatedRequest } from "./stage-sessions.ts";

/** A file; without bytes if it has the known version, or does not exist, which has the version "". */
export interface FetchedFile {
  readonly bytes: Uint8Array | null;
  readonly version: string;
}

/**
 * Returns a file, with its bytes unless they are those of the known version ("" for none).
 *
 * @throws {Error} for a file that may not be read, with a message for the user
 */
export type FetchFile = (location: string, version: string) => Promise<FetchedFile>;

interface KnownFile {
  readonly version: string;
  readonly bytes: Uint8Array | undefined;
  /** Why it cannot be read. */
  readonly problem: string | undefined;
}

/** How often a stage is composed again at most: once for each file in a chain of files that name each other. */
const MOST_ROUNDS = 100;

/** Answers requests about stages of fetched files. */
export class FetchedStages {
  readonly #fetch: FetchFile;
  readonly #files = new Map<string, KnownFile>();
  readonly #sessions: StageSessions;
  /** Files that were asked for and are not known. */
  #wanted = new Set<string>();
  /** Whether known files have to be compared. */
  #isOutdated = false;
  #stamp = 0;

  constructor(fetch: FetchFile) {
    this.#fetch = fetch;
    this.#sessions = new StageSessions({
      read: (location) => {
        const known = this.#find(location);
        if (known?.problem !== undefined) throw new Error(known.problem);
        return known?.bytes;
      },
      versionOf: (location) => this.#find(location)?.version ?? "",
    });
  }

  /** Files may have changed: they are compared before the next answer. */
  filesChanged(): void {
    this.#isOutdated = true;
  }

  /** Returns the answer about the stage with all of its files; rejects only for faults of the program. */
  async reply(request: LocatedRequest): Promise<StageReply> {
    if (this.#isOutdated) {
      this.#isOutdated = false;
      await this.#load([...this.#files.keys()]);
    }
    for (let round = 0; ; round++) {
      const { reply } = await this.#sessions.reply({ ...request, stamp: String(this.#stamp) });
      const wanted = [...this.#wanted];
      if (wanted.length === 0 || round === MOST_ROUNDS) return reply;
      this.#wanted = new Set();
      await this.#load(wanted);
    }
  }

  #find(location: string): KnownFile | undefined {
    const known = this.#files.get(location);
    if (known === undefined) this.#wanted.add(location);
    return known;
  }

  async #load(locations: readonly string[]): Promise<void> {
    await Promise.all(
      locations.map(async (location) => {
        const known = this.#files.get(location);
        try {
          const { bytes, version } = await this.#fetch(location, known?.version ?? "");
          const isSame = bytes === null && version !== "";
          this.#files.set(location, {
            version,
            bytes: isSame ? known?.bytes : (bytes ?? undefined),
            problem: undefined,
          });
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          this.#files.set(location, { version: `cannot be read: ${problem}`, bytes: undefined, problem });
        }
      }),
    );
    this.#stamp++;
  }
}
