import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { jsonFile } from "./json-file.ts";
import type { CreateReporter } from "./reporter.ts";
import type { ShardReport } from "./shard-entry.ts";

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
    end: (summary, shard) => `\n],"summary":${JSON.stringify(summary)}${shardJson(shard)}}\n`,
  };
};

function shardJson(shard: ShardReport | undefined): string {
  return shard === undefined ? "" : `,\n"shard":${escapeJson(JSON.stringify(shard))}`;
}
