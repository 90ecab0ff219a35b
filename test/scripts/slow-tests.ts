import { relative, sep } from "node:path";
import type { TestModule } from "vitest/node";

const listed = 20;

/** Lists the slowest tests and the slowest files of a run, the slowest first, as lines of text. */
export function describeSlowTests(modules: readonly TestModule[], root: string): string[] {
  const tests: Timed[] = [];
  const files: Timed[] = [];
  for (const module of modules) {
    const path = relative(root, module.moduleId).split(sep).join("/");
    const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
    const startUp = collectDuration + environmentSetupDuration + prepareDuration + setupDuration;
    files.push({ label: `${path} (${format(startUp)} of them before the first test)`, duration: duration + startUp });
    for (const test of module.children.allTests()) {
      tests.push({ label: `${path} > ${test.fullName}`, duration: test.diagnostic()?.duration ?? 0 });
    }
  }
  return ["", "Slowest tests:", ...slowest(tests), "", "Slowest files:", ...slowest(files), ""];
}

interface Timed {
  label: string;
  /** Milliseconds. */
  duration: number;
}

function slowest(timed: readonly Timed[]): string[] {
  return timed
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, listed)
    .map(({ label, duration }) => `${format(duration).padStart(9)}  ${label}`);
}

function format(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
