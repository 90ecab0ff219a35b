/** The page's side of the questions about a stage. */
import type { EditStep, EditsView, SaveView } from "../../protocol/edit-messages.ts";
import type { StageAnswer, StageAnswers, StageAsk, StageChoices } from "../../protocol/stage-messages.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import type { StageHost } from "./stage-host.ts";

/** Times that a text is sent again before the answer is given up. */
const MAX_TRIES = 3;

/** Events of the stage. */
export interface StageListener {
  /** The stage is another one: everything about it is outdated. */
  onRevision(): void;
  /** Why there is no stage; null if there is one. */
  onProblem(problem: string | null): void;
}

interface Edit {
  readonly file: number;
  readonly text: string | null;
}

/** Asks about one stage, with the choices of the user and the text of the editor. */
export class StageClient {
  readonly #host: StageHost;
  readonly #listener: StageListener;
  readonly #session: string = crypto.randomUUID();
  #file = 0;
  #choices = noChoices;
  #steps: readonly EditStep[] = [];
  #edits = 0;
  #edit: Edit | undefined;
  /** Changes with file, choices and text: answers to earlier questions are dropped. */
  #state = 0;
  #revision = -1;

  constructor(host: StageHost, listener: StageListener) {
    this.#host = host;
    this.#listener = listener;
  }

  /** The number of the root layer's file. */
  get file(): number {
    return this.#file;
  }

  set file(file: number) {
    this.#file = file;
    this.#state++;
    this.#choices = noChoices;
    this.#steps = [];
  }

  get choices(): StageChoices {
    return this.#choices;
  }

  set choices(choices: StageChoices) {
    this.#choices = choices;
    this.#state++;
  }

  /** Whether the stage has a text of the editor that is not saved. */
  get hasText(): boolean {
    return this.#edit !== undefined && this.#edit.text !== null;
  }

  /** The edits of the stage that are not saved. */
  get steps(): readonly EditStep[] {
    return this.#steps;
  }

  set steps(steps: readonly EditStep[]) {
    this.#steps = steps;
    this.#state++;
  }

  /**
   * Returns what steps change, without making them those of the page.
   *
   * @throws {Error} whose message is for the user.
   */
  async tryOut(steps: readonly EditStep[]): Promise<EditsView> {
    return (await this.#answer({ kind: "edits" }, steps)) as StageAnswers["edits"];
  }

  /**
   * Saves what the steps change.
   *
   * @throws {Error} whose message is for the user.
   */
  async save(): Promise<SaveView> {
    return (await this.#answer({ kind: "save" }, this.#steps)) as StageAnswers["save"];
  }

  async #answer(ask: StageAsk, steps: readonly EditStep[]): Promise<StageAnswer> {
    let reply = await this.#send(ask, steps);
    if ("needsText" in reply) {
      await this.#send({ kind: "text", file: this.#edit?.file ?? this.#file, text: this.#edit?.text ?? null }, steps);
      reply = await this.#send(ask, steps);
    }
    if ("problem" in reply) throw new Error(reply.problem);
    if ("needsText" in reply) throw new Error("The text of the editor could not be composed");
    return reply.answer;
  }

  /** Sets the text of the editor that is not saved; null if there is none. */
  edit(file: number, text: string | null): void {
    if (text === null && (this.#edit === undefined || this.#edit.text === null)) return;
    this.#edit = { file, text };
    this.#edits++;
    this.#state++;
  }

  /** Returns the answer to a question; undefined if there is no stage, or if it has changed since. */
  async ask<Kind extends StageAsk["kind"]>(
    ask: Extract<StageAsk, { readonly kind: Kind }>,
  ): Promise<StageAnswers[Kind] | undefined> {
    const state = this.#state;
    try {
      for (let i = 0; i < MAX_TRIES; i++) {
        const reply = await this.#send(ask);
        if (state !== this.#state) return undefined;
        if ("needsText" in reply) {
          const { file, text } = this.#edit ?? { file: this.#file, text: null };
          await this.#send({ kind: "text", file, text });
          continue;
        }
        if ("problem" in reply) {
          this.#revision = -1;
          this.#listener.onProblem(reply.problem);
          return undefined;
        }
        this.#listener.onProblem(null);
        if (reply.revision !== this.#revision) {
          this.#revision = reply.revision;
          this.#listener.onRevision();
        }
        return reply.answer as StageAnswers[Kind];
      }
      this.#listener.onProblem("The text of the editor could not be composed");
    } catch (error) {
      if (state === this.#state) this.#listener.onProblem(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  }

  /**
   * Returns the answer to a question about the stage as it is now: if file, choices or text change before it comes, it is asked for
   * again. For what the user wants to see whatever changes meanwhile. Undefined if there is no stage.
   */
  async askCurrent<Kind extends StageAsk["kind"]>(
    ask: Extract<StageAsk, { readonly kind: Kind }>,
  ): Promise<StageAnswers[Kind] | undefined> {
    for (;;) {
      const state = this.#state;
      const answer = await this.ask<Kind>(ask);
      if (answer !== undefined || state === this.#state) return answer;
    }
  }

  #send(ask: StageAsk, steps = this.#steps): ReturnType<StageHost["ask"]> {
    return this.#host.ask(this.#file, {
      session: this.#session,
      edits: this.#edits,
      choices: this.#choices,
      steps,
      ask,
    });
  }
}
