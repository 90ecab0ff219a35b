/** What was found on the stages of a run, on disk. */
import { OffsetTable } from "@usdkit/batch/state/offset-table";
import { Spool } from "@usdkit/batch/spool/spool";
import type { SetVerdict } from "@usdkit/validate";
import type { StageFinding } from "@usdkit/validate/stage";
import type { CheckedRoot } from "./check-root.ts";

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

/** Stages in the order of their roots. */
export class StageSpool {
  readonly #spool = new Spool();
  readonly #places = new OffsetTable();

  /** @throws {IoError} if there is no room for it */
  add(stage: StageRecord): void {
    const { root, checked, verdicts } = stage;
    const findings = checked.findings.map(plainFinding);
    const place = this.#spool.add(JSON.stringify({ root, checked: { ...checked, findings }, verdicts }));
    this.#places.set(hash(root.file), place);
  }

  /** Returns the stage of a root. */
  get(file: string): StageRecord | undefined {
    const place = this.#places.get(hash(file));
    const stage = place === undefined ? undefined : stageOf(this.#spool.read(place));
    return stage?.root.file === file ? stage : undefined;
  }

  /** Yields all stages. */
  *records(): Generator<StageRecord, void, void> {
    for (const record of this.#spool.records()) yield stageOf(record);
  }

  close(): void {
    this.#spool.close();
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

function stageOf(record: string): StageRecord {
  const { checked, ...stage } = JSON.parse(record) as Omit<StageRecord, "checked"> & {
    readonly checked: Omit<CheckedRoot, "findings"> & { readonly findings: readonly PlainFinding[] };
  };
  return { ...stage, checked: { ...checked, findings: checked.findings.map(findingOfPlain) } };
}

function hash(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text);
}
