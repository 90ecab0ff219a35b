/**
 * For vitest's `setupFiles`, or an import in a test: adds the matchers and the serializer to `expect`, and their types.
 *
 * @packageDocumentation
 */
import { afterAll, beforeEach, expect } from "vitest";
import { obsoleteGoldens } from "./golden/golden-use.ts";
import { sceneMatchers, usdaSerializer, type SceneMatchers } from "./index.ts";
import { escapeText } from "./show/escape.ts";
import { shownPath } from "./golden/golden-file.ts";

expect.extend(sceneMatchers);
expect.addSnapshotSerializer(usdaSerializer);

/** A suite or test of the runner, as far as every version has it. */
interface Task {
  readonly type?: string | undefined;
  readonly mode?: string | undefined;
  readonly result?: { readonly state?: string | undefined } | undefined;
  readonly tasks?: readonly Task[] | undefined;
  readonly filepath?: string | undefined;
}

/** Accesses the running test. Its access differs between versions in hooks, but not in tests. */
let file: Task | undefined;

beforeEach(({ task }) => {
  file = task.file;
});

afterAll(() => {
  if (file?.filepath === undefined || !didAllPass(file)) return;
  const { paths, areRemoved } = obsoleteGoldens(file.filepath);
  for (const path of paths) {
    const what = areRemoved ? "Removed obsolete golden file" : "Obsolete golden file";
    const hint = areRemoved ? "" : `: no test of ${shownPath(file.filepath)} uses it. Run with -u to remove it`;
    console.info(escapeText(`${what} ${shownPath(path)}${hint}`));
  }
});

/** Whether a test was skipped, filtered or failed: it may use a file that was not used in this run. */
function didAllPass(file: Task): boolean {
  const stack: Task[] = [file];
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    if (task.tasks !== undefined) stack.push(...task.tasks);
    else if (task.mode !== "run" || task.result?.state !== "pass") return false;
  }
  return true;
}

declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- merged declarations must have the same parameters
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends SceneMatchers<R> {}
}
