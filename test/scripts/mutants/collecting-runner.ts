// A runner of vitest that collects the tests of each file and runs none, except those of the loop (`mutant-loop.ts`).
import { TestRunner, type RunnerTask, type RunnerTestFile } from "vitest";
import { collectedTests } from "./collected-tests.ts";

// oxlint-disable-next-line import/no-default-export -- vitest takes the default export of the module
export default class CollectingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) if (!file.filepath.endsWith("mutant-loop.ts")) noteTests(file);
  }
}

/** Adds the tests of a file, and keeps vitest from running them. */
function noteTests(file: RunnerTestFile): void {
  const stack: { task: RunnerTask; names: string[] }[] = file.tasks.map((task) => ({ task, names: [] }));
  for (let next = stack.shift(); next !== undefined; next = stack.shift()) {
    const { task } = next;
    if (task.mode === "skip" || task.mode === "todo") continue;
    const names = [...next.names, task.name];
    if (task.type === "suite") {
      stack.unshift(...task.tasks.map((child) => ({ task: child, names })));
      continue;
    }
    const name = names.join(" > ");
    const run = TestRunner.getTestFn(task);
    collectedTests().push({ id: `${file.filepath}#${name}`, name, file: file.filepath, run });
    task.mode = "skip";
  }
}
