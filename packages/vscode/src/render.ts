/** "Render this camera", above cameras: `usda render` in a terminal, then the image. */
import {
  commands,
  ProcessExecution,
  Task,
  tasks,
  TaskScope,
  Uri,
  window,
  workspace,
  type ExtensionContext,
} from "vscode";
import { usdaCommand } from "./usda-command.ts";

export function registerRender(context: ExtensionContext): void {
  context.subscriptions.push(
    commands.registerCommand("usda.renderCamera", async (given?: unknown, path?: unknown) => {
      const uri = typeof given === "string" ? Uri.parse(given) : window.activeTextEditor?.document.uri;
      if (uri?.scheme !== "file" || !workspace.isTrusted) {
        await window.showWarningMessage("Rendering needs a file in a trusted workspace.");
        return;
      }
      const image = uri.fsPath.replace(/\.[^.]*$/, "") + ".png";
      const [program, ...args] = usdaCommand();
      const camera = typeof path === "string" ? ["--camera", path] : [];
      const execution = new ProcessExecution(program, [...args, "render", uri.fsPath, "-o", image, ...camera]);
      const task = new Task({ type: "usda" }, TaskScope.Workspace, "render", "usda", execution);
      const running = await tasks.executeTask(task);
      const ended = tasks.onDidEndTaskProcess(async ({ execution: which, exitCode }) => {
        if (which !== running) return;
        ended.dispose();
        if (exitCode === 0) await commands.executeCommand("vscode.open", Uri.file(image));
      });
    }),
  );
}
