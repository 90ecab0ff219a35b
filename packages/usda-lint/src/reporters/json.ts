import { jsonFile } from "./json-file.ts";
import type { CreateReporter } from "./reporter.ts";

/** One document: `{"version":1,"files":[…],"summary":{…}}`, a file a line. */
export const json: CreateReporter = () => {
  let separator = "\n";
  return {
    begin: () => '{"version":1,"files":[',
    file(report) {
      const text = separator + jsonFile(report);
      separator = ",\n";
      return text;
    },
    end: (summary) => `\n],"summary":${JSON.stringify(summary)}}\n`,
  };
};
