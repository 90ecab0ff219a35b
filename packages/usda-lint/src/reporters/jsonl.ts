import { jsonFile } from "./json-file.ts";
import type { CreateReporter } from "./reporter.ts";

/** JSON Lines: a file a line, as soon as it was checked. */
export const jsonl: CreateReporter = () => ({
  file: (report) => `${jsonFile(report)}\n`,
  entries: { form: "json", of: jsonFile, repeat: (entry) => `${entry}\n` },
  end: () => "",
});
