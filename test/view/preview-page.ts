// The page of a preview in Chromium, as an editor loads it: the HTML of the extension with its policy, files from another origin,
// and messages instead of a server. The extension's session answers it; what the editor itself has is a stub.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { assetLocator, readAssetFile } from "../../packages/command/src/files/asset-files.ts";
import { TestFolder } from "../../packages/command/src/test-support/test-folder.ts";
import { bundlePreview } from "../../packages/view/src/bundle/bundle-preview.ts";
import type { BundledPage } from "../../packages/view/src/bundle/bundle-page.ts";
import type { FromPreview, ToPreview } from "../../packages/view/src/protocol/preview-messages.ts";
import { previewHtml } from "../../packages/vscode/src/preview/preview-html.ts";
import { PreviewSession } from "../../packages/vscode/src/preview/preview-session.ts";
import { readMessage } from "../../packages/vscode/src/preview/read-message.ts";
import { blankPage, saveScreenshot } from "./open-page.ts";

const FOLDER = "/scenes/";
const URI = `file://${FOLDER}scene.usda`;
let bundled: Promise<BundledPage> | undefined;

export interface EditorPageOptions {
  readonly text: string;
  /** Files of meshes by their names. */
  readonly models?: Readonly<Record<string, Uint8Array>>;
  /** Files of the stage by their names, next to the document. */
  readonly layers?: Map<string, string>;
  /** Whether the editor isolates its pages, so that they have shared memory. */
  readonly isIsolated?: boolean;
}

/** A preview in an editor. */
export class EditorPage implements AsyncDisposable {
  readonly session: PreviewSession;
  readonly folder: TestFolder;
  /** Paths that were clicked on. */
  readonly picked: (string | null)[] = [];
  /** Places that the user asked for: `/scenes/a.usda:7`. */
  readonly places: string[] = [];
  readonly sent: FromPreview["kind"][] = [];
  /** Errors of the page, and violations of its policy. */
  readonly errors: string[] = [];
  readonly requests: string[] = [];
  text: string;
  #page: Page | undefined;
  #close: (() => Promise<void>) | undefined;
  readonly #servers: Server[] = [];
  #origins: readonly string[] = [];

  private constructor({ text, models = {}, layers = new Map() }: EditorPageOptions) {
    this.text = text;
    this.folder = new TestFolder(models);
    const locate = assetLocator("models", this.folder.path);
    this.session = new PreviewSession({
      post: (message) => void this.#post(message),
      async readAsset(meshId) {
        const file = locate(meshId);
        if (file === undefined) throw new Error(`no file for the mesh "${meshId}"`);
        return await readAssetFile(file);
      },
      readLayer(location, version) {
        const found = layers.get(location.slice(FOLDER.length)) ?? "";
        const bytes = found === version ? null : new TextEncoder().encode(found);
        return Promise.resolve({ bytes, version: found });
      },
      onPick: (path) => this.picked.push(path),
      onPlace: (location, line) => this.places.push(`${location}:${line}`),
    });
  }

  /** Opens the page, with the theme Dark of the editor. */
  static async open(options: EditorPageOptions): Promise<EditorPage> {
    const opened = new EditorPage(options);
    const file = options.layers && { location: `${FOLDER}scene.usda`, composition: { searchPaths: [], variants: {} } };
    opened.session.show({ uri: URI, isLocked: false, file }, () => opened.text);
    await opened.#start(options.isIsolated === true);
    return opened;
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error("the page is not open");
    return this.#page;
  }

  /** Origins of the page and of its files. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  async #start(isIsolated: boolean): Promise<void> {
    const { files } = await (bundled ??= bundlePreview());
    const headers: Record<string, string> = isIsolated
      ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }
      : {};
    const resources = await this.#serve((path) => files.get(path.slice(1)), {
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    const html = previewHtml({
      cspSource: resources,
      urlOf: (name) => `${resources}/${name}`,
      nonce: "Zm9yIHRoaXMgcGFnZQ",
    });
    const index = { type: "text/html; charset=utf-8", content: new TextEncoder().encode(html) };
    const origin = await this.#serve((path) => (path === "/" ? index : undefined), headers);
    this.#origins = [origin, resources];

    const blank = await blankPage();
    const { page } = blank;
    this.#page = page;
    this.#close = async () => await blank[Symbol.asyncDispose]();
    await page.setViewportSize({ width: 560, height: 720 });
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("favicon")) this.errors.push(message.text());
    });
    await page.exposeFunction("toExtension", (json: string) => this.#receive(json));
    await page.addInitScript(EDITOR);
    await page.goto(`${origin}/`);
  }

  async #serve(
    find: (path: string) => { readonly type: string; readonly content: Uint8Array } | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> {
    const server = createServer((request, response) => {
      const file = find(new URL(request.url ?? "/", "http://localhost").pathname);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.statusCode = file === undefined ? 404 : 200;
      if (file !== undefined) response.setHeader("Content-Type", file.type);
      response.end(file?.content);
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #receive(json: string): void {
    const message = readMessage(JSON.parse(json));
    if (message === undefined) throw new Error(`unknown message ${json}`);
    this.sent.push(message.kind);
    this.session.receive(message);
  }

  /** Bytes are sent as Base64 to the window, and there are bytes again. */
  async #post(message: ToPreview): Promise<void> {
    const bytes = "bytes" in message ? message.bytes : null;
    const plain = bytes === null ? message : { ...message, bytes: Buffer.from(bytes).toString("base64") };
    // The page may be closed meanwhile.
    await this.page.evaluate(`fromExtension(${JSON.stringify(plain)})`).catch(() => undefined);
  }

  /** Changes the text, as typing does. */
  edit(from: string, to: string): void {
    if (!this.text.includes(from)) throw new Error(`the text has no ${from}`);
    this.text = this.text.replace(from, to);
    this.session.change();
  }

  /** Waits for the sharp image. */
  async image(): Promise<void> {
    await this.page.waitForSelector("canvas[data-quality=sharp]");
  }

  status(): Promise<string | null> {
    return this.page.locator(".image-status").textContent();
  }

  /** Returns the pixel at a position, as fractions of the image. */
  pixel(x: number, y: number): Promise<readonly number[]> {
    return this.page.evaluate(`(() => {
      const canvas = document.querySelector("canvas");
      const at = [Math.floor(${x} * canvas.width), Math.floor(${y} * canvas.height)];
      return [...canvas.getContext("2d").getImageData(...at, 1, 1).data];
    })()`);
  }

  /** Clicks on a position of the image. */
  async click(x: number, y: number): Promise<void> {
    const box = await this.page.locator("canvas").boundingBox();
    if (box === null) throw new Error("no canvas");
    await this.page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  }

  async screenshot(name: string): Promise<void> {
    await saveScreenshot(this.page, `preview-${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close?.();
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
    this.folder[Symbol.dispose]();
  }
}

/** What the editor has in a page before its own scripts: the connection, and the theme's colors. */
const EDITOR = `
  window.acquireVsCodeApi = () => {
    delete window.acquireVsCodeApi;
    return {
      postMessage: (message) => window.toExtension(JSON.stringify(message)),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
    };
  };
  window.fromExtension = (message) => {
    if (typeof message.bytes === "string") {
      message.bytes = Uint8Array.from(atob(message.bytes), (each) => each.charCodeAt(0));
    }
    window.postMessage(message, "*");
  };
  window.setTheme = (kind, background, foreground) => {
    document.documentElement.style.setProperty("--vscode-editor-background", background);
    document.documentElement.style.setProperty("--vscode-editor-foreground", foreground);
    document.body.className = kind;
  };
  addEventListener("DOMContentLoaded", () => window.setTheme("vscode-dark", "#1f1f1f", "#cccccc"));
`;
