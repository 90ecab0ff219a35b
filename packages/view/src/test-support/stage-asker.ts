/** A page that asks about a stage of files in memory. */
import type { StageAnswers, StageAsk, StageChoices, StageReply } from "../protocol/stage-messages.ts";
import type { EditStep } from "../protocol/edit-messages.ts";
import { StageSessions } from "../stage/stage-sessions.ts";
import type { StageRoot } from "../stage/stage-session.ts";

export const NO_CHOICES: StageChoices = { variants: [], payloads: [] };

/** Files that can change, and questions about the stage of `/s/root.usda`. */
export class StageAsker {
  readonly #files = new Map<string, Uint8Array>();
  readonly #versions = new Map<string, number>();
  readonly #sessions: StageSessions;
  #writes = 0;
  #edited: readonly [name: string, text: string | null] | undefined;
  /** Number of files that were read. */
  reads = 0;
  locations: readonly string[] = [];
  revision = 0;
  choices: StageChoices = NO_CHOICES;
  edits = 0;
  steps: readonly EditStep[] = [];
  root: StageRoot = { location: "/s/root.usda", searchPaths: [], variants: {} };
  session = "page";

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    this.write(files);
    this.#sessions = new StageSessions({
      read: (location) => {
        this.reads++;
        return this.#files.get(location);
      },
      versionOf: (location) => String(this.#versions.get(location) ?? ""),
    });
  }

  /** Writes files below `/s`; a text begins after its first line. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(`#usda 1.0\n${content}`) : content;
      this.#files.set(`/s/${name}`, bytes);
      this.#versions.set(`/s/${name}`, ++this.#writes);
    }
  }

  remove(name: string): void {
    this.#files.delete(`/s/${name}`);
    this.#versions.delete(`/s/${name}`);
    this.#writes++;
  }

  async reply(ask: StageAsk, edited?: string): Promise<StageReply> {
    const { session, edits, choices, steps, root } = this;
    const stamp = String(this.#writes);
    const { reply, read } = await this.#sessions.reply({
      session,
      edits,
      choices,
      steps,
      ask,
      root,
      edited,
      stamp,
    });
    this.locations = read.map(([location]) => location);
    return reply;
  }

  /** Returns the answer to a question. */
  async ask<Kind extends StageAsk["kind"]>(ask: Extract<StageAsk, { kind: Kind }>): Promise<StageAnswers[Kind]> {
    const reply = await this.reply(ask);
    if (!("answer" in reply)) throw new Error(JSON.stringify(reply));
    this.revision = reply.revision;
    return reply.answer as StageAnswers[Kind];
  }

  /** Returns a page that asks for the first time about the files as they are now, with the same text and choices. */
  async copy(): Promise<StageAsker> {
    const names = Array.from(this.#files, ([path, bytes]) => [path.slice("/s/".length), bytes] as const);
    const copy = new StageAsker(Object.fromEntries(names));
    const { choices, root } = this;
    Object.assign(copy, { choices, root });
    if (this.#edited !== undefined) await copy.edit(...this.#edited);
    return copy;
  }

  /** Sends the text of the editor. */
  async edit(name: string, text: string | null): Promise<void> {
    this.edits++;
    this.#edited = [name, text];
    const edited = `/s/${name}`;
    await this.reply({ kind: "text", file: 0, text: text === null ? null : `#usda 1.0\n${text}` }, edited);
  }
}
