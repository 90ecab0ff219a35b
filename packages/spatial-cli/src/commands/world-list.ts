import type { Command } from "@usdkit/command/cli/command";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { listWorlds, pickFields } from "@usdkit/contract";
import {
  EXTRA,
  mergeFields,
  readExtra,
  readFlags,
  requestFlags,
  type ExtraArguments,
  type FlaggedPart,
} from "../inputs/request-flags.ts";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export interface WorldListArguments extends ConnectionArguments, ExtraArguments {
  status?: string[];
  limit?: number;
}

/** Default page size, for as few calls as possible. */
const PAGE = 100;
const QUERY: FlaggedPart = { schema: listWorlds.request.body, type: "WorldListQueryRequest" };

export const worldList: Command<WorldListArguments> = {
  command: "list",
  describe: "List worlds: id, status, time, name",
  builder: {
    ...requestFlags(QUERY),
    limit: { type: "number", describe: "Maximum number of worlds" },
    ...EXTRA,
    ...CONNECTION,
  },
  examples: [["$0 list --status SUCCEEDED --json | jq -r '.worlds[].worldId'", "the ids alone"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial world list", args }, async ({ client, report, signal }) => {
      const { limit = Infinity } = args;
      const { known, extra } = readExtra(QUERY, args);
      // Spec 1: status values are upper case.
      const statusList = args.status?.map((status) => status.toUpperCase());
      const flags = { ...readFlags(QUERY, args), ...(statusList && { statusList }) };
      const query = pickFields(listWorlds.request.body, { ...mergeFields(flags, known), extra });
      const options = { signal, timeout: milliseconds(args.timeout) };
      const worlds = [];
      for await (const world of client.worlds.list({ pageSize: PAGE, ...query }, options)) {
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
