/** The edits of the stage on the page that are not saved, with undo and redo. */
import { MAX_STEPS, type EditStep, type EditsView, type PageEdit } from "../../protocol/edit-messages.ts";
import type { StageClient } from "./stage-client.ts";

/** Events of the edits. */
export interface EditSessionListener {
  /** Other edits are part of the stage, or cannot be. */
  onEdits(view: EditsView): void;
  /** A message for the user; null: the previous one is obsolete. */
  onMessage(message: string | null): void;
}

const noEdits: EditsView = { problem: null, layers: [], notes: [] };

/** Edits one after the other; nothing is written before {@link save}. */
export class EditSession {
  readonly #client: StageClient;
  readonly #listener: EditSessionListener;
  #undone: readonly EditStep[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** Where edits go; null: the root layer. */
  target: string | null = null;

  constructor(client: StageClient, listener: EditSessionListener) {
    this.#client = client;
    this.#listener = listener;
    addEventListener("beforeunload", (event) => {
      if (this.hasEdits) event.preventDefault();
    });
  }

  get hasEdits(): boolean {
    return this.#client.steps.length > 0;
  }

  get count(): number {
    return this.#client.steps.length;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Makes edits of the stage, all or none. Returns why they cannot be made; null if they were. */
  async make(edits: readonly PageEdit[]): Promise<string | null> {
    return await this.#inTurn(async () => {
      const step = { target: this.target, edits };
      const problem = await this.#set([...this.#client.steps, step], true);
      if (problem === null) this.#undone = [];
      return problem;
    });
  }

  async undo(): Promise<void> {
    await this.#inTurn(async () => {
      const last = this.#client.steps.at(-1);
      if (last === undefined) return;
      const before = this.#undone;
      this.#undone = [last, ...before];
      const problem = await this.#set(this.#client.steps.slice(0, -1), false);
      if (problem === null) return;
      this.#undone = before;
      this.#listener.onMessage(problem);
    });
  }

  async redo(): Promise<void> {
    await this.#inTurn(async () => {
      const [next, ...rest] = this.#undone;
      if (next === undefined) return;
      const problem = await this.#set([...this.#client.steps, next], true);
      if (problem === null) this.#undone = rest;
      this.#listener.onMessage(problem);
    });
  }

  /** Takes all edits back. */
  async discard(): Promise<void> {
    await this.#inTurn(async () => {
      this.#undone = [];
      await this.#set([], false);
    });
  }

  /** Writes the files, all or none; what another wrote meanwhile is not overwritten. */
  async save(): Promise<void> {
    await this.#inTurn(async () => {
      if (!this.hasEdits) return;
      try {
        const { saved, problem } = await this.#client.save();
        if (problem !== null) return this.#listener.onMessage(`Nothing was saved: ${problem}`);
        this.#undone = [];
        this.#client.steps = [];
        this.#listener.onEdits(noEdits);
        this.#listener.onMessage(`Saved ${saved.join(", ")}`);
      } catch (error) {
        this.#listener.onMessage(`Nothing was saved: ${describe(error)}`);
      }
    });
  }

  /** The files have changed: the edits are made again of what they have now. */
  async refresh(): Promise<void> {
    if (this.hasEdits) await this.#inTurn(() => this.#set(this.#client.steps, false));
  }

  async #set(steps: readonly EditStep[], isNew: boolean): Promise<string | null> {
    try {
      if (steps.length > MAX_STEPS) return `There are ${MAX_STEPS} edits that are not saved: save them first`;
      if (steps.length > 0 && this.#client.hasText) return "Save the text of the editor first, or drop its changes";
      const view = await this.#client.tryOut(steps);
      if (isNew && view.problem !== null && view.problem.step === steps.length - 1) return view.problem.message;
      this.#client.steps = steps;
      this.#listener.onEdits(view);
      const { problem, notes } = view;
      const text = problem === null ? notes.join(". ") : `Edit ${problem.step + 1} cannot be made: ${problem.message}`;
      this.#listener.onMessage(text === "" ? null : text);
      return null;
    } catch (error) {
      const message = describe(error);
      if (!isNew) this.#listener.onMessage(message);
      return message;
    }
  }

  /** Edits wait for those before them. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
