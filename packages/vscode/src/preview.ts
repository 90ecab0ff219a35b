/**
 * The scene next to its text: the page of `usda view`, in the browser. Its policy forbids frames, webviews included: only a page
 * opened as a top-level document has the shared memory that it draws with.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { commands, env, Uri, window, workspace, type ExtensionContext } from "vscode";
import { usdaCommand } from "./usda-command.ts";
import { viewAddress } from "./view-address.ts";

/** Timeout in milliseconds until the server has printed its URL. */
const START_TIME = 30_000;

/** A running server; its page follows the file. */
interface Preview {
  readonly child: ChildProcess;
  address?: Uri;
}

export function registerPreview(context: ExtensionContext): void {
  const previews = new Map<string, Preview>();
  context.subscriptions.push(
    commands.registerCommand("usda.showPreview", async (given?: Uri) => {
      const uri = given ?? window.activeTextEditor?.document.uri;
      if (uri?.scheme !== "file") {
        await window.showWarningMessage("Save the scene to a file first: the preview shows files.");
        return;
      }
      if (!workspace.isTrusted) {
        await window.showWarningMessage("The preview runs a program and needs a trusted workspace.");
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
