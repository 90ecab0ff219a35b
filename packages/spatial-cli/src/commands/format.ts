import type { Command } from "@usdkit/command/cli/command";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export const format: Command<ConnectionArguments> = {
  command: "format",
  describe: "Print the service's description of the scene format (Markdown); needs no key",
  builder: CONNECTION,
  handler: (args, command) =>
    withClient(
      { command, name: "spatial format", args },
      async ({ client, report, signal }) => {
        const markdown = await client.renderFormat({ signal, timeout: milliseconds(args.timeout) });
        await report.result({ format: markdown }, markdown.trimEnd());
      },
      { isOpen: true },
    ),
};
