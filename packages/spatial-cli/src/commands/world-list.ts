import type { Command } from "@usdkit/command/cli/command";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export interface WorldListArguments extends ConnectionArguments {
  status?: string[];
  limit?: number;
}

/** Rows of a page: as few calls as can be. */
const PAGE = 100;

export const worldList: Command<WorldListArguments> = {
  command: "list",
  describe: "List worlds: id, status, time, name",
  builder: {
    status: {
      type: "string",
      array: true,
      describe: "Only worlds in this state (SUCCEEDED, RUNNING, FAILED); repeatable",
    },
    limit: { type: "number", describe: "At most so many" },
    ...CONNECTION,
  },
  examples: [["$0 list --status SUCCEEDED --json | jq -r '.worlds[].worldId'", "the ids alone"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial world list", args }, async ({ client, report, signal }) => {
      const { limit = Infinity, status: statusList } = args;
      const options = { signal, timeout: milliseconds(args.timeout) };
      const worlds = [];
      for await (const world of client.worlds.list({ pageSize: PAGE, statusList }, options)) {
        if (worlds.length >= limit) break;
        worlds.push(world);
        report.progress({ what: `${worlds.length} worlds` });
      }
      const lines = worlds.map(({ worldId, status, createTime, name }) => {
        const time = createTime == null ? "" : new Date(createTime).toISOString();
        return [worldId, status, time, name ?? ""].map(escapeTerminal).join("  ").trimEnd();
      });
      await report.result({ worlds }, lines.join("\n"));
    }),
};
