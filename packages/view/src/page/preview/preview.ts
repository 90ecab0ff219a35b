/** Starts the page of a preview in an editor. */
import type { ToPreview } from "../../protocol/preview-messages.ts";
import { element } from "../dom.ts";
import { connectEditor } from "./editor-link.ts";
import { PreviewFiles } from "./preview-files.ts";
import { PreviewPage } from "./preview-page.ts";

const editor = connectEditor();
const root = document.body.appendChild(element("div", { class: "root" }));
try {
  const files = await PreviewFiles.start(new URL(".", import.meta.url), (request) => editor.send(request));
  const page = new PreviewPage(root, editor, files);
  // Only the editor and its extension have this window's reference; frames are forbidden.
  addEventListener("message", ({ data }: MessageEvent<ToPreview>) => page.receive(data));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  root.textContent = `The preview could not be started: ${reason}`;
}
