import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { jsonFile } from "./json-file.ts";
import type { CreateReporter } from "./reporter.ts";
import type { ShardReport } from "./shard-entry.ts";
import { FolderVerdicts } from "./verdicts.ts";

/** One document: `{"version":1,"files":[…],"folders":[…],"summary":{…}}`, a file a line. */
export const json: CreateReporter = () => {
  let separator = "\n";
  const folders = new FolderVerdicts();
  return {
    begin: () => '{"version":1,"files":[',
    file(report) {
      folders.add(report);
      const text = separator + jsonFile(report);
      separator = ",\n";
      return text;
    },
    end: (summary, shard) =>
      `\n],"folders":${escapeJson(JSON.stringify(folders.all))},"summary":${JSON.stringify(summary)}${shardJson(shard)}}\n`,
  };
};

function shardJson(shard: ShardReport | undefined): string {
  return shard === undefined ? "" : `,\n"shard":${escapeJson(JSON.stringify(shard))}`;
}
