/** Findings of rules that are code: the server has their configuration and runs them. */
import { moveFindings } from "../document/move-findings.ts";
import type { CodeView, FindingRow } from "../protocol/code-view.ts";
import type { DocumentView } from "../protocol/document-messages.ts";
import type { Source } from "./source.ts";

/** Milliseconds after a text before its rules run. */
const DELAY = 250;

interface Checked {
  readonly view: DocumentView;
  readonly found: CodeView;
}

/** Adds the findings of such rules to those of the document worker. */
export class CodeRules {
  readonly #source: Source;
  readonly #onFindings: (view: DocumentView) => void;
  #index = -1;
  #hasRules = false;
  #view: DocumentView | undefined;
  /** The last text with findings. */
  #checked: Checked | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;

  /** @param onFindings Called with the last view when its rules ran. */
  constructor(source: Source, onFindings: (view: DocumentView) => void) {
    this.#source = source;
    this.#onFindings = onFindings;
  }

  /** Another file is shown. */
  forget(index: number): void {
    clearTimeout(this.#timer);
    this.#index = index;
    this.#hasRules = false;
    this.#view = undefined;
    this.#checked = undefined;
  }

  /** Sets whether the shown file has such rules. */
  setRules(ids: readonly string[]): void {
    this.#hasRules = ids.length > 0;
    this.#checked = undefined;
  }

  /** Returns a view with the findings of its rules as far as they are known, and requests the others. */
  add(view: DocumentView): DocumentView {
    if (!this.#hasRules) return view;
    this.#view = view;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), DELAY);
    const checked = this.#checked;
    if (checked === undefined) return { ...view, problem: "The rules of the configuration that are code are running" };
    const { counts, inBaseline, problem } = checked.found;
    const findings = moveFindings(checked.found.findings, checked.view.source, view.source);
    return merged(view, { findings, counts: countsOf(findings, checked.found.findings, counts), inBaseline, problem });
  }

  /** One request at a time: the last text counts. */
  async #run(): Promise<void> {
    const view = this.#view;
    const index = this.#index;
    if (this.#isRunning || view === undefined || !this.#hasRules) return;
    this.#isRunning = true;
    const found = await this.#source.checkCode(index, view.source);
    this.#isRunning = false;
    if (index === this.#index && this.#hasRules) {
      this.#checked = { view, found };
      if (view === this.#view) this.#onFindings(merged(view, found));
    }
    if (view !== this.#view) void this.#run();
  }
}

/** Counts of the findings that are left: those beyond the limit of the list are all counted. */
function countsOf(
  left: readonly FindingRow[],
  before: readonly FindingRow[],
  counts: DocumentView["counts"],
): DocumentView["counts"] {
  const result = { ...counts };
  for (const { severity } of before) result[severity]--;
  for (const { severity } of left) result[severity]++;
  return result;
}

function merged(view: DocumentView, { findings, counts, inBaseline, problem }: CodeView): DocumentView {
  const { error, warning, info } = view.counts;
  return {
    ...view,
    findings: [...view.findings, ...findings.map((each) => ({ ...each, isOfCode: true }))].sort(
      (a, b) => a.start.line - b.start.line || a.start.column - b.start.column,
    ),
    counts: { error: error + counts.error, warning: warning + counts.warning, info: info + counts.info },
    inBaseline: view.inBaseline + inBaseline,
    problem,
  };
}
