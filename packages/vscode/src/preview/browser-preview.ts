/**
 * The page of `usda view` in the browser, which draws with threads over shared memory. Its policy forbids frames, those of the
 * editor included.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { commands, env, Uri, window, workspace, type ExtensionContext } from "vscode";
import { fileOf } from "../binary-layers.ts";
import { usdaCommand } from "../usda-command.ts";
import { viewAddress } from "./view-address.ts";

/** Timeout in milliseconds until the server has printed its URL. */
const START_TIME = 30_000;

/** A running server; its page follows the file. */
interface Preview {
  readonly child: ChildProcess;
  address?: Uri;
}

/** @param activePreview Returns the file of the active panel, whose command the editor calls with the URI of the panel. */
export function registerBrowserPreview(context: ExtensionContext, activePreview: () => Uri | undefined): void {
  const previews = new Map<string, Preview>();
  context.subscriptions.push(
    commands.registerCommand("usda.openPreviewInBrowser", async (given?: Uri) => {
      const shown = activePreview() ?? given ?? window.activeTextEditor?.document.uri;
      const uri = shown === undefined ? undefined : fileOf(shown);
      if (uri?.scheme !== "file") {
        await window.showWarningMessage("Save the scene to a file first: the browser shows files.");
        return;
      }
      if (!workspace.isTrusted) {
        await window.showWarningMessage("The preview in the browser runs a program and needs a trusted workspace.");
        return;
      }
      const known = previews.get(uri.fsPath)?.address;
      if (known === undefined) start(uri.fsPath, previews);
      else await env.openExternal(known);
    }),
    { dispose: () => previews.forEach(({ child }) => child.kill()) },
  );
}

function start(file: string, previews: Map<string, Preview>): void {
  if (previews.has(file)) return;
  const [program, ...args] = usdaCommand();
  const child = spawn(program, [...args, "view", file, "--no-open"], { cwd: dirname(file), shell: false });
  const preview: Preview = { child };
  previews.set(file, preview);
  let printed = "";
  const fail = (reason: string): void => {
    clearTimeout(timer);
    child.kill();
    if (!previews.delete(file) || preview.address !== undefined) return;
    const advice = `Install usda-lint and @usdkit/view (npm install --save-dev), or set "usda.command".`;
    void window.showErrorMessage(`The preview could not be started: ${reason} ${advice}`);
  };
  const timer = setTimeout(() => fail("usda view printed no address."), START_TIME);
  const read = (data: Buffer): void => {
    printed = (printed + data.toString()).slice(0, 8192);
    const address = viewAddress(printed);
    if (address === undefined || preview.address !== undefined) return;
    clearTimeout(timer);
    preview.address = Uri.parse(address, true);
    void env.openExternal(preview.address);
  };
  child.stdout.on("data", read);
  child.stderr.on("data", (data: Buffer) => (printed = (printed + data.toString()).slice(0, 8192)));
  child.on("error", (error) => fail(`${error.message}.`));
  child.on("exit", (code) => fail(`usda view ended with code ${code}: ${printed.trim().slice(-300)}`));
}
