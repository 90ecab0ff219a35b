/** Converts models that are dropped on the playground, or chosen: `.glb` to `.usdz` and back. Nothing leaves the browser. */
import { element } from "../dom.ts";
import type { ConvertReply, ConvertRequest, NamedFile } from "./convert-messages.ts";
import { droppedFiles, type NamedBlob } from "../dropped/read-dropped.ts";
import { isModelName } from "../dropped/shown-files.ts";
import { formatBytes, targetsOf, type Target } from "./targets.ts";

/** Losses that are listed; the rest is counted. */
const MAX_LOSSES = 100;

/** What the page does with dropped files, in addition. */
export interface DropListener {
  /** Resolves with the path of the file that is shown; undefined if none is. */
  onDrop(files: readonly NamedBlob[]): Promise<string | undefined>;
  /** Something that was dropped is left out. */
  onProblem(message: string): void;
}

/** Adds the converter to the page. */
export function addConverter(startWorker: () => Worker, listener: DropListener): void {
  const choose = element("input", {
    class: "convert-input",
    attributes: { type: "file", multiple: "", hidden: "", "aria-label": "Models to convert" },
  });
  choose.addEventListener("change", () => {
    const chosen = Array.from(choose.files ?? [], (file): NamedBlob => ({ path: file.name, file }));
    choose.value = "";
    if (chosen.length > 0) void openModels(chosen, startWorker);
  });
  const onDrop = async (transfer: DataTransfer): Promise<void> => {
    const files = await droppedFiles(transfer, (message) => listener.onProblem(message));
    if (files.length === 0) return;
    const shown = await listener.onDrop(files);
    const first = files.filter(({ path }) => path === shown);
    await openModels([...first, ...files.filter((file) => !first.includes(file))], startWorker);
  };
  const button = element("button", {
    class: "convert-button",
    text: "Convert a model",
    title: "glTF, USD and Gaussian splats; files can be dropped on the page as well. They stay in the browser.",
    attributes: { type: "button" },
    on: { click: () => choose.click() },
  });
  document.querySelector(".app header")?.append(button, choose);
  const isOfFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
  // Before the editor, which would insert the bytes as text.
  const options = { capture: true };
  addEventListener(
    "dragover",
    (event) => {
      if (isOfFiles(event)) event.preventDefault();
    },
    options,
  );
  addEventListener(
    "drop",
    (event) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.dataTransfer !== null) void onDrop(event.dataTransfer);
    },
    options,
  );
}

/** Opens a dialog that converts files; the first one that is a model, with the others as what it names. */
async function openModels(list: readonly NamedBlob[], startWorker: () => Worker): Promise<void> {
  const sorted = [...list.filter(({ path }) => isModelName(path)), ...list.filter(({ path }) => !isModelName(path))];
  const [first] = sorted;
  const name = first.path.slice(first.path.lastIndexOf("/") + 1);
  const close = element("button", { text: "Close", attributes: { type: "button" } });
  const output = element("div", { class: "convert-output", attributes: { "aria-live": "polite" } });
  const title = element("p", {}, [
    element("span", { text: name }),
    element("span", { class: "dim", text: formatBytes(first.file.size) }),
    close,
  ]);
  const choices = element("p", { class: "convert-targets" });
  const dialog = element("dialog", { class: "image-dialog convert-dialog", attributes: { "aria-label": name } }, [
    title,
    choices,
    output,
  ]);
  let worker: Worker | undefined;
  const urls: string[] = [];
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    worker?.terminate();
    for (const url of urls) URL.revokeObjectURL(url);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  if (!isModelName(name)) {
    output.textContent =
      "This is not a model: expected .glb, .gltf, .usd, .usda, .usdc, .usdz, .ply, .spz, .sog or .splat";
    return;
  }
  const convert = async (target: Target): Promise<void> => {
    for (const each of choices.querySelectorAll("button")) each.disabled = true;
    output.textContent = "Converting …";
    worker?.terminate();
    worker = startWorker();
    const stem = name.replace(/\.[^.]*$/u, "");
    const reply = await convertIn(worker, {
      files: await Promise.all(sorted.map(readFile)),
      output: `${stem}${target.extension}`,
      isQuickLook: target.isQuickLook,
    });
    show(output, reply, urls);
    for (const each of choices.querySelectorAll("button")) each.disabled = false;
  };
  const targets = targetsOf(name);
  for (const target of targets) {
    const on = { click: () => void convert(target) };
    choices.append(element("button", { text: target.label, attributes: { type: "button" }, on }));
  }
  await convert(targets[0]);
}

async function readFile({ path, file }: NamedBlob): Promise<NamedFile> {
  return { name: path, bytes: new Uint8Array(await file.arrayBuffer()) };
}

async function convertIn(worker: Worker, request: ConvertRequest): Promise<ConvertReply> {
  return await new Promise((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<ConvertReply>) => resolve(data));
    worker.addEventListener("error", ({ message }) => resolve({ problem: `The converter did not start: ${message}` }));
    worker.postMessage(
      request,
      request.files.map(({ bytes }) => bytes.buffer),
    );
  });
}

function show(output: HTMLElement, reply: ConvertReply, urls: string[]): void {
  if ("problem" in reply) {
    output.replaceChildren(element("p", { class: "missing", text: reply.problem }));
    return;
  }
  const links = reply.files.toReversed().map(({ name, bytes }) => {
    const url = URL.createObjectURL(new Blob([bytes]));
    urls.push(url);
    return element("a", {
      class: "convert-result",
      text: `${name} (${formatBytes(bytes.length)})`,
      attributes: { href: url, download: name.slice(name.lastIndexOf("/") + 1) },
    });
  });
  const lost = reply.losses.slice(0, MAX_LOSSES).map(({ at, message }) => {
    return element("li", { text: at === "" ? message : `${at}: ${message}` });
  });
  const more = reply.losses.length - lost.length;
  const head = lost.length === 0 ? "Nothing was lost." : "Not part of the result:";
  output.replaceChildren(
    ...links.map((link) => element("p", {}, [link])),
    element("p", { class: "dim", text: head }),
    element("ul", { class: "convert-losses" }, lost),
    ...(more > 0 ? [element("p", { text: `and ${more} more` })] : []),
  );
}
