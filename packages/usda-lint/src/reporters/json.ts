import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { jsonFile } from "./json-file.ts";
import type { CreateReporter } from "./reporter.ts";
import type { ShardReport } from "./shard-entry.ts";
import { FolderVerdicts } from "./verdicts.ts";

/** One document: `{"version":1,"files":[…],"folders":[…],"summary":{…}}`, a file a line. */
export const json: CreateReporter = () => {
  let separator = "\n";
  const folders = new FolderVerdicts();
  const add = (entry: string): string => {
    const text = separator + entry;
    separator = ",\n";
    return text;
  };
  return {
    begin: () => '{"version":1,"files":[',
    file(report) {
      folders.add(report);
      return add(jsonFile(report));
    },
    entries: {
      form: "json",
      of: jsonFile,
      repeat(entry, file) {
        folders.add({ ...file, findings: [] });
        return add(entry);
      },
    },
    end: (summary, shard) =>
      `\n],"folders":${escapeJson(JSON.stringify(folders.all))},"summary":${JSON.stringify(summary)}${shardJson(shard)}}\n`,
  };
};

function shardJson(shard: ShardReport | undefined): string {
  return shard === undefined ? "" : `,\n"shard":${escapeJson(JSON.stringify(shard))}`;
}
