import type { SpatialClient, StoredOperation } from "@usdkit/client";
import type { RenderClient } from "@usdkit/render";
import type { Report } from "../report/report.ts";
import type { Standing } from "./exit-codes.ts";

/** What a command works with. */
export interface Context {
  readonly client: SpatialClient;
  readonly renderer: RenderClient;
  readonly report: Report;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** How far the command has come, and what it would go on with. */
  readonly progress: Standings;
}

/** What is known of an operation, for whoever has to go on with it. */
export interface Begun {
  /** In a message: `job`. */
  readonly noun: string;
  readonly id: string;
  /** The call that goes on with it. */
  readonly resume: string;
  readonly handle?: StoredOperation | undefined;
}

/** Where a command stands; told at once, so that a terminal that breaks has the id. */
export class Standings {
  readonly #report: Report;
  #standing: Standing = "begun";
  #begun: Begun | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** What was accepted last. */
  get begun(): Begun | undefined {
    return this.#begun;
  }

  /** The service has accepted something. */
  accept(begun: Begun): void {
    this.#begun = begun;
    this.#standing = "accepted";
    this.#report.note(`${begun.noun} ${begun.id} (goes on with: ${begun.resume})`);
  }

  /** As {@link accept}, of something that somebody named: it is no news. */
  follow(begun: Begun): void {
    this.#begun = begun;
    this.#standing = "accepted";
  }

  /** It has ended well; what follows fetches its result. */
  done(): void {
    this.#standing = "done";
  }

  /** Nothing is left that could go on. */
  over(standing: Standing = "begun"): void {
    this.#begun = undefined;
    this.#standing = standing;
  }
}

/** A word of a command line as a shell takes it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
