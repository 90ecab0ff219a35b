import type { Command } from "@usdkit/command/cli/command";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export interface StreamCloseArguments extends ConnectionArguments {
  session: string;
}

export const streamClose: Command<StreamCloseArguments> = {
  command: "close <session>",
  describe: "End a session; succeeds if it has ended already",
  builder: { session: { describe: "The session's id, as `spatial stream` prints it" }, ...CONNECTION },
  handler: (args, command) =>
    withClient({ command, name: "spatial stream close", args }, async ({ client, report, signal }) => {
      await client.streams.close(args.session, { signal, timeout: milliseconds(args.timeout) });
      await report.result({ sessionId: args.session, closed: true }, `closed ${args.session}`);
    }),
};
