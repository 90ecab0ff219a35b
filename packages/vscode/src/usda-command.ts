/** The command `usda` of the user's settings. */
import { workspace } from "vscode";

/** Returns the program and its first arguments. */
export function usdaCommand(): readonly [program: string, ...args: string[]] {
  const [program, ...args] = workspace.getConfiguration("usda").get<string[]>("command", []);
  return program === undefined ? ["usda"] : [program, ...args];
}
