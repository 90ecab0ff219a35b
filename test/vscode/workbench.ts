// The workbench of VS Code in Chromium, served by code-server, with the extension installed from its archive.
//
// CODE_SERVER is the command, or the folder that `.ci/code-server FOLDER` has installed it in.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { chromium, type Browser, type Frame, type Locator, type Page } from "playwright-core";

const root = resolve(import.meta.dirname, "../..");
const browserPath = "/usr/bin/chromium";
/** Screenshots, outside of the repository. */
const artifacts: string = process.env["USDKIT_ARTIFACTS"] ?? join(tmpdir(), "usdkit-artifacts");

const command = codeServer(process.env["CODE_SERVER"] ?? "");
/** Reason why the tests are skipped; empty if they run. */
export const whySkipped: string =
  command === undefined
    ? " (skipped: CODE_SERVER names no code-server; .ci/code-server installs one and runs this)"
    : existsSync(browserPath)
      ? ""
      : ` (skipped: there is no ${browserPath})`;

/** A module is run by the Node of the tests: code-server requires the version that it was built for. */
function codeServer(given: string): readonly [program: string, ...args: string[]] | undefined {
  if (!existsSync(given)) return undefined;
  if (!statSync(given).isDirectory()) {
    const file = realpathSync(given);
    return file.endsWith(".js") ? [process.execPath, file] : [file];
  }
  const module = join(given, "node_modules/code-server/out/node/entry.js");
  return existsSync(module) ? [process.execPath, module] : undefined;
}

/** No welcome pages, experiments or requests; texts are saved by the tests. */
const USER_SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.accessibilitySupport": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};
const MACHINE_SETTINGS = {
  "usda.assets": "models",
  "usda.command": [process.execPath, join(root, "packages/usda-lint/src/bin/usda.ts")],
};

/** Milliseconds that a test waits for what the workbench shows, and between looks. */
const MAX_WAIT = 60_000;
const POLL = 100;
const LISTENING = /HTTP server listening on (http:\S+)/;

/** A workbench that shows a new folder. */
export class Workbench implements AsyncDisposable {
  /** The folder that the workbench shows. */
  readonly folder: string;
  /** Errors of the extension host that name the extension. */
  readonly errors: string[] = [];
  readonly #home: string = mkdtempSync(join(tmpdir(), "usda-workbench-"));
  #server: ChildProcess | undefined;
  #browser: Browser | undefined;
  #page: Page | undefined;

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    this.folder = join(this.#home, "scenes");
    mkdirSync(this.folder);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error("the workbench is not open");
    return this.#page;
  }

  write(name: string, content: string | Uint8Array): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  has(name: string): boolean {
    return existsSync(join(this.folder, name));
  }

  /** Installs the extension, and opens the folder. */
  async start(): Promise<this> {
    if (command === undefined) throw new Error(whySkipped);
    const data = join(this.#home, "data");
    for (const [scope, settings] of [
      ["User", USER_SETTINGS],
      ["Machine", MACHINE_SETTINGS],
    ] as const) {
      mkdirSync(join(data, scope), { recursive: true });
      writeFileSync(join(data, scope, "settings.json"), JSON.stringify(settings));
    }
    writeFileSync(join(data, "config.yaml"), "auth: none\n");
    const [program, ...first] = command;
    const folders = ["--user-data-dir", data, "--extensions-dir", join(this.#home, "extensions")];
    const args = [...first, ...folders, "--config", join(data, "config.yaml")];
    // Without a gallery, the workbench asks no server for extensions.
    const env = { ...process.env, EXTENSIONS_GALLERY: "{}", VSCODE_IPC_HOOK_CLI: "" };

    const archive = join(this.#home, "extension.vsix");
    run(process.execPath, [join(root, "packages/vscode/scripts/build-vsix.ts"), archive], process.env);
    run(program, [...args, "--install-extension", archive], env);

    const quiet = ["--disable-telemetry", "--disable-update-check"];
    const server = spawn(program, [...args, "--bind-addr", "127.0.0.1:0", ...quiet], { env });
    this.#server = server;
    const address = await addressOf(server);

    this.#browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
    const page = await this.#browser.newPage({ viewport: { width: 1360, height: 820 } });
    page.setDefaultTimeout(MAX_WAIT);
    this.#page = page;
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && /usdkit|usda/i.test(text)) this.errors.push(text);
    });
    await page.goto(`${address}?folder=${encodeURIComponent(this.folder)}`);
    await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser?.close();
    const server = this.#server;
    if (server !== undefined && server.exitCode === null) {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill();
      await ended;
    }
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Saves a screenshot as `vscode-NAME.png`. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(artifacts, { recursive: true });
    await this.page.screenshot({ path: join(artifacts, `vscode-${name}.png`) });
  }

  /** Runs a command of the palette, by its title. */
  async run(title: string): Promise<void> {
    await this.#leaveFrame();
    await this.page.keyboard.press("F1");
    await this.#type(`>${title}`);
    await this.choices.filter({ hasText: title }).first().click();
  }

  /** Opens a file of the folder; `shown` is the label of its tab. */
  async open(name: string, shown: string = name): Promise<void> {
    await this.#leaveFrame();
    await this.page.keyboard.press("Control+p");
    // A path is found although the folder was listed before the file was written.
    await this.#type(join(this.folder, name));
    await this.choices.filter({ hasText: name }).first().click();
    await this.activeTab(shown).waitFor();
  }

  /** Closes all editors; their changes are lost. */
  async close(): Promise<void> {
    const tabs = this.page.locator(".tab");
    for (let left = await tabs.count(); left > 0; left = await tabs.count()) {
      await tabs.last().click();
      await this.run("View: Revert and Close Editor");
      await until("an editor to close", async () => (await tabs.count()) < left);
    }
  }

  async #type(text: string): Promise<void> {
    await this.page.locator(".quick-input-widget:visible input[type=text]").first().fill(text);
  }

  /** Keys that are pressed in the frame of a web view do not always reach the workbench. */
  async #leaveFrame(): Promise<void> {
    const isFrame = await this.page.evaluate<boolean>('document.activeElement?.tagName === "IFRAME"');
    if (isFrame) await this.page.locator(".tab.active").first().click();
  }

  /** The entries of the box at the top. */
  get choices(): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row");
  }

  /** The active tab, if it has this label. */
  activeTab(label: string): Locator {
    return this.page.locator(".tab.active", { has: this.page.getByText(label, { exact: true }) });
  }

  /** The frame of the web view that has an element. */
  async webview(selector: string): Promise<Frame> {
    const found: Frame[] = [];
    await until(`a web view with ${selector}`, async () => {
      for (const frame of this.page.frames().slice(1)) {
        // A frame may be replaced in the meantime.
        const count = await frame
          .locator(selector)
          .count()
          .catch(() => 0);
        if (count > 0) found.push(frame);
      }
      return found.length > 0;
    });
    return found[0];
  }

  /** The text of the web view that is shown, of the document in its inner frame. */
  async webviewText(): Promise<string> {
    const texts = this.page.frames().map((frame) =>
      frame
        .locator("body")
        .textContent()
        .catch(() => ""),
    );
    return (await Promise.all(texts.slice(1))).join("\n");
  }

  /** Places the cursor in the active editor; line and column count from 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press("Control+g");
    await this.#type(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    const position = `Ln ${line}, Col ${column}`;
    await until(position, async () => (await this.position()) === position);
  }

  /** Places the cursor at the first occurrence of a text in the file that the active editor shows, as saved. */
  async goToText(name: string, text: string, offset = 0): Promise<void> {
    const before = this.read(name).split(text, 1)[0] ?? "";
    const lines = before.split("\n");
    await this.goTo(lines.length, (lines.at(-1) ?? "").length + 1 + offset);
  }

  /** Position of the cursor, as the status bar shows it. */
  async position(): Promise<string | null> {
    return this.page.locator("#status\\.editor\\.selection").textContent();
  }

  /** Saves the active editor after an edit, and returns the file's text. */
  async save(name: string): Promise<string> {
    await this.page.locator(".tab.active.dirty").waitFor();
    await this.page.keyboard.press("Control+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
    return this.read(name);
  }

  /** The rows of the panel of problems: files, and findings with source, rule and position. */
  async problems(): Promise<string[]> {
    return this.page.locator(".markers-panel .monaco-list-row").allTextContents();
  }

  /** The text that the active editor shows. */
  async shown(): Promise<string> {
    const lines = await this.page.locator(".editor-instance .view-line").allTextContents();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  /** Notifications that are shown. */
  get notifications(): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item-message");
  }
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (let left = MAX_WAIT / POLL; left > 0; left--) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, POLL));
  }
  throw new Error(`waited ${MAX_WAIT} ms for ${what}`);
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
}

/** Returns the URL that the server prints. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let printed = "";
    const read = (part: Buffer): void => {
      printed += String(part);
      const address = LISTENING.exec(printed)?.[1];
      if (address !== undefined) done(address);
    };
    server.stdout?.on("data", read);
    server.stderr?.on("data", read);
    server.once("error", fail);
    server.once("exit", (code) => fail(new Error(`code-server ended with code ${code}: ${printed}`)));
  });
}
