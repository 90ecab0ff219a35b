/** The steps that a stage has: edits of the page that are not saved. */
import {
  StageEditError,
  StageReader,
  transformEdits,
  unifiedDiff,
  valueOfText,
  placeOf,
  type Stage,
  type StageEdit,
  type StageEditResult,
} from "@usdkit/usd";
import type { EditStep, EditsView, PageEdit } from "../protocol/edit-messages.ts";

/** Maximum number of bytes of a text that is sent to the page, and that is compared line by line. */
const MAX_TEXT = 2 ** 24;
const MAX_DIFF = 2 ** 18;

interface MadeStep {
  readonly step: EditStep;
  readonly result: StageEditResult;
}

/** Makes steps of a stage, and takes them back. */
export class StageSteps {
  readonly #stage: Stage;
  #made: MadeStep[] = [];
  #problem: EditsView["problem"] = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Makes the stage have these steps; those that it has already stay. Returns whether it has changed. */
  async follow(steps: readonly EditStep[]): Promise<boolean> {
    let same = 0;
    while (same < steps.length && isSame(this.#made[same]?.step, steps[same])) same++;
    let hasChanged = await this.takeBack(same);
    this.#problem = null;
    for (const [index, step] of steps.slice(same).entries()) {
      try {
        const result = await this.#stage.edit({ target: step.target ?? undefined }, this.#edits(step));
        this.#made.push({ step, result });
        hasChanged = true;
      } catch (error) {
        if (!(error instanceof StageEditError)) throw error;
        this.#problem = { step: same + index, message: describe(error) };
        break;
      }
    }
    return hasChanged;
  }

  /** Takes back all but some steps, the last first. Returns whether there were any. */
  async takeBack(count = 0): Promise<boolean> {
    const undone = this.#made.splice(count);
    for (const { result } of undone.toReversed()) await result.undo();
    return undone.length > 0;
  }

  /** The files have the steps. */
  forget(): void {
    this.#made = [];
  }

  /** Returns what the steps change. */
  view(name: (identifier: string) => string): EditsView {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const first = new Map<string, Uint8Array>();
    for (const { result } of this.#made) {
      for (const { document, before } of result.layers) {
        const { identifier } = document.stageLayer;
        if (!first.has(identifier)) first.set(identifier, before.text);
      }
    }
    const layers = this.#stage.editedLayers.map((document) => {
      const { identifier } = document.stageLayer;
      const shown = name(identifier);
      const after = document.snapshot().text;
      const texts = [first.get(identifier) ?? after, after].map((bytes) => decoder.decode(bytes));
      const [before = "", now = ""] = texts;
      const diff = unifiedDiff(shown, before, now);
      const isShort = diff.length <= MAX_DIFF;
      return {
        layer: identifier,
        name: shown,
        diff: isShort ? diff : `${diff.slice(0, MAX_DIFF)}\n… ${diff.length - MAX_DIFF} more characters\n`,
        text: after.length <= MAX_TEXT ? now : null,
      };
    });
    const notes = (this.#made.at(-1)?.result.hidden ?? []).map(({ path, by }) => {
      const { layer, line } = placeOf(by);
      const place = line === null ? name(layer) : `${name(layer)}:${line}`;
      return `${path} was set, but ${place} has a stronger opinion, that of ${by.specPath}`;
    });
    return { problem: this.#problem, layers, notes };
  }

  #edits({ edits }: EditStep): readonly StageEdit[] {
    return edits.flatMap((edit) => this.#expand(edit));
  }

  #expand(edit: PageEdit): readonly StageEdit[] {
    if (edit.op === "type") {
      const { path, text, time } = edit;
      return [{ op: "set", path, value: valueOfText(this.#stage, path, text), time }];
    }
    if (edit.op !== "transform") return [edit];
    return transformEdits(new StageReader(this.#stage), edit.path, edit, edit.time);
  }
}

function isSame(a: EditStep | undefined, b: EditStep | undefined): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function describe({ message, hint }: StageEditError): string {
  return hint === undefined ? message : `${message}${/[.?!]$/u.test(message) ? "" : "."} ${hint}`;
}
