/** Files for commands that write one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Calls a function with the path of a file that does not exist, in a folder that is removed afterwards. */
export async function withTemporaryFile<Result>(name: string, use: (file: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "usda-mcp-"));
  try {
    return await use(path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
