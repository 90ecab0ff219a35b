/** What a task of an agent is. */

/** A call of a tool: its structured result. */
export type Call = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** A question for `agent-tasks.py`; `file` is relative to the folder. */
export type Question = { readonly ask: string; readonly file: string } & Readonly<Record<string, unknown>>;

export interface Task {
  readonly name: string;
  /** Makes the calls, and returns what the agent answers. */
  readonly run: (call: Call) => Promise<unknown>;
  readonly question: Question;
  /** What the reference must answer, if it is not the agent's answer. */
  readonly expected?: unknown;
  /** Files that the task may write; no other file changes. */
  readonly writes?: readonly string[];
  /** The most lines that may differ in a file that was there before, removed and added ones. */
  readonly lines?: number;
}

/** Rows of a result. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

export const rows = (value: unknown): Rows => value as Rows;
