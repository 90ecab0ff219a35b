/** The end of a run with baselines: they are written, or what no longer occurs is counted. */
import { counted } from "@usdkit/base";
import { describeIoError } from "@usdkit/command/cli/errors";
import { nameOf } from "@usdkit/command/files/input";
import type { Preparer } from "../check/prepare.ts";

/** How to report it. */
export interface BaselineEnd {
  readonly cwd: string;
  readonly updateBaseline: boolean;
  readonly note: (text: string) => void;
  readonly fail: (text: string) => void;
}

/** Writes the baselines of a run, or notes what no longer occurs. */
export function finishBaselines(preparer: Preparer, { cwd, updateBaseline, note, fail }: BaselineEnd): void {
  for (const baseline of preparer.baselines) {
    const { obsolete } = baseline;
    const name = nameOf(baseline.file, cwd);
    if (!updateBaseline) {
      const occur = obsolete === 1 ? "occurs" : "occur";
      const them = obsolete === 1 ? "it" : "them";
      if (obsolete > 0) {
        note(`${name}: ${counted(obsolete, "finding")} no longer ${occur}; --update-baseline removes ${them}`);
      }
      continue;
    }
    try {
      const kept = baseline.update();
      const removed = obsolete > 0 ? `, ${obsolete} removed` : "";
      note(`${name}: ${counted(kept, "finding")} in the baseline${removed}`);
    } catch (error) {
      fail(`${name}: ${describeIoError(error)}`);
    }
  }
  if (updateBaseline && !preparer.namesBaseline) {
    fail("--update-baseline: missing baseline: add --baseline FILE, or `baseline` in the configuration");
  }
}
