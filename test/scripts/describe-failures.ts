import { relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestModule } from "vitest/node";

/** Characters of a message that are shown: the whole of it is printed where the test failed. */
const longest = 2000;

/** What went wrong: a test, a hook, an import or an error outside of all of them. */
interface Problem {
  readonly label: string;
  readonly messages: readonly string[];
}

/**
 * Lists what failed, and the tests that passed only when they were run again, as lines of text: the end of a log is what
 * a reader sees first, and all that some services keep.
 */
export function describeFailures(
  modules: readonly TestModule[],
  unhandled: readonly unknown[],
  root: string,
): string[] {
  const failed: Problem[] = [];
  const repeated: Problem[] = [];
  for (const module of modules) {
    const path = relative(root, module.moduleId).split(sep).join("/");
    const add = (label: string, errors: readonly unknown[]): void => {
      if (errors.length > 0) failed.push({ label, messages: errors.map(messageOf) });
    };
    add(path, module.errors());
    for (const suite of module.children.allSuites()) add(`${path} > ${suite.fullName}`, suite.errors());
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      const label = `${path} > ${test.fullName}`;
      if (state === "failed") add(label, errors.length > 0 ? errors : ["no error was reported"]);
      else if (state === "pending") add(label, ["did not end"]);
      else if (test.diagnostic()?.flaky === true) repeated.push({ label, messages: errors.map(messageOf) });
    }
  }
  for (const error of unhandled) failed.push({ label: "outside of the tests", messages: [messageOf(error)] });
  return [...list("Failed:", failed), ...list("Passed only when run again:", repeated)];
}

function list(title: string, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const indent = (message: string): string => message.replaceAll(/^/gmu, "    ");
  return ["", title, ...problems.flatMap(({ label, messages }) => [`  ${label}`, ...messages.map(indent)]), ""];
}

function messageOf(error: unknown): string {
  const { message, diff } = Object(error) as { message?: unknown; diff?: unknown };
  const text = typeof message === "string" ? message : String(error);
  const whole = stripVTControlCharacters(typeof diff === "string" ? `${text}\n${diff}` : text);
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole;
}
