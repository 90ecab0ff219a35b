/** What was found on the stages of a run, on disk. */
import { OffsetTable } from "@usdkit/batch/spool/offset-table";
import { Spool } from "@usdkit/batch/spool/spool";
import type { SetVerdict } from "@usdkit/validate";
import type { StageFinding } from "@usdkit/validate/stage";
import type { CheckedRoot } from "./check-root.ts";
import type { KnownStage } from "../files/settled-record.ts";
import type { ComposedRoot } from "./root-outcome.ts";

/** A root, and what was found on its stage. */
export interface CheckedStage {
  readonly root: {
    /** Absolute, with `/`; `room.usdz[chair.usda]` for a layer in a package. */
    readonly file: string;
    readonly name: string;
    /** Whether the user named it. */
    readonly isNamed: boolean;
  };
  readonly checked: CheckedRoot;
}

/** A stage, and whether it meets the requirement sets. */
export interface StageRecord extends CheckedStage {
  readonly verdicts: readonly SetVerdict[] | undefined;
}

/** A finding as plain data: its fixes are made. */
export type PlainFinding = Omit<StageFinding, "fixes"> & {
  readonly fixes?: ReturnType<NonNullable<StageFinding["fixes"]>>;
};

/** A stage without its findings. */
export type StageHead = Omit<StageRecord, "checked"> & { readonly checked: Omit<CheckedRoot, "findings"> };

/** Stages in the order of their roots. */
export class StageSpool {
  readonly #spool = new Spool();
  readonly #places = new OffsetTable();

  /**
   * @throws {IoError} if there is no room for it
   */
  add(root: CheckedStage["root"], { checked, verdicts, findings, stamps }: ComposedRoot): void {
    const head: StageHead = { root, checked, verdicts };
    const stage = JSON.stringify(head);
    this.#add(root.file, { stage, findings, stamps: stamps === undefined ? "" : JSON.stringify(stamps) });
  }

  /**
   * Adds a stage that an earlier run has composed, and returns it.
   *
   * @throws {IoError} if there is no room for it
   */
  addKnown(known: KnownStage): StageHead {
    const head = JSON.parse(known.stage) as StageHead;
    this.#add(head.root.file, known);
    return head;
  }

  /** Returns the stage of a root. */
  get(file: string): StageRecord | undefined {
    const known = this.known(file);
    if (known === undefined) return undefined;
    const { checked, ...head } = JSON.parse(known.stage) as StageHead;
    return { ...head, checked: { ...checked, findings: findingsOf(known) } };
  }

  /** Returns the stage of a root as text, for a later run. */
  known(file: string): KnownStage | undefined {
    const place = this.#places.get(hash(file));
    const record = place === undefined ? undefined : this.#spool.read(place);
    return record?.startsWith(beginOf(file)) === true ? knownOf(record) : undefined;
  }

  /** Yields all stages; their findings are made when they are asked for. */
  *records(): Generator<{ readonly head: StageHead; readonly findings: () => readonly StageFinding[] }, void, void> {
    for (const record of this.#spool.records()) {
      const known = knownOf(record);
      yield { head: JSON.parse(known.stage) as StageHead, findings: () => findingsOf(known) };
    }
  }

  close(): void {
    this.#spool.close();
  }

  #add(file: string, { stage, findings, stamps }: KnownStage): void {
    this.#places.set(hash(file), this.#spool.add([stage, findings, stamps].join("\n")));
  }
}

/** Returns a finding with its fixes as data. */
export function plainFinding({ fixes, ...each }: StageFinding): PlainFinding {
  return fixes === undefined ? each : { ...each, fixes: fixes() };
}

/** Returns a finding as a check returns it. */
export function findingOfPlain({ fixes, ...each }: PlainFinding): StageFinding {
  return fixes === undefined ? each : { ...each, fixes: () => fixes };
}

/** Records are three lines, of which the first begins with the root. */
function beginOf(file: string): string {
  return `{"root":{"file":${JSON.stringify(file)},`;
}

function knownOf(record: string): KnownStage {
  const [stage = "", findings = "", stamps = ""] = record.split("\n");
  return { stage, findings, stamps };
}

function findingsOf({ findings }: KnownStage): readonly StageFinding[] {
  if (findings === NO_FINDINGS) return [];
  return (JSON.parse(findings) as readonly PlainFinding[]).map(findingOfPlain);
}

const NO_FINDINGS = "[]";

function hash(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text);
}
