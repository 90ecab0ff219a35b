// A page of `usda view` in Chromium, started by the command itself.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { memoryContext } from "../../packages/command/src/context/memory-context.ts";
import { main } from "../../packages/usda-lint/src/bin/main.ts";

const browserPath = "/usr/bin/chromium";
/** Reason why browser tests are skipped; empty if they run. */
export const whySkipped: string = existsSync(browserPath) ? "" : ` (skipped: there is no ${browserPath})`;
/** Screenshots of the page, outside of the repository. */
const artifacts: string = process.env["USDKIT_ARTIFACTS"] ?? join(tmpdir(), "usdkit-artifacts");

let browser: Promise<Browser> | undefined;

function sharedBrowser(): Promise<Browser> {
  return (browser ??= chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] }));
}

/** Opens an empty page, without a content security policy. */
export async function blankPage(): Promise<{ readonly page: Page } & AsyncDisposable> {
  const page = await (await sharedBrowser()).newPage();
  return { page, [Symbol.asyncDispose]: () => page.close() };
}

/** Saves a screenshot of a page. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}.png`) });
}

/** Ends the browser that all pages share. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** A page that shows files of a new folder. */
export class ViewPage implements AsyncDisposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), "usda-view-page-"));
  readonly requests: string[] = [];
  /** Errors of the page, and violations of its content security policy. */
  readonly errors: string[] = [];
  #page: Page | undefined;
  #stop: () => void = () => undefined;
  /** A script that runs before those of the page. */
  readonly #initScript: string | undefined;
  #ended: Promise<number> = Promise.resolve(0);

  constructor(initScript?: string) {
    this.#initScript = initScript;
  }

  /** The page; only after {@link open}. */
  get page(): Page {
    if (this.#page === undefined) throw new Error("the page is not open");
    return this.#page;
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [name, content] of Object.entries(files)) {
      const file = join(this.folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return this;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  removeIfExists(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  remove(name: string): void {
    rmSync(join(this.folder, name));
  }

  /** Runs `usda view` with these arguments and opens the address that it prints. */
  async open(...args: string[]): Promise<Page> {
    const context = memoryContext({ cwd: this.folder, env: { XDG_CONFIG_HOME: join(this.folder, "config") } });
    this.#ended = main("usda", ["view", "--no-open", ...args], context);
    this.#stop = () => context.interrupt();
    while (!context.output().stdout.includes("\n")) {
      if (context.exitCode !== undefined) throw new Error(context.output().stderr);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const url = context.output().stdout.trim();
    const page = await (await sharedBrowser()).newPage({ viewport: { width: 1360, height: 820 }, colorScheme: "dark" });
    this.#page = page;
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.errors.push(message.text());
      }
    });
    if (this.#initScript !== undefined) await page.addInitScript(this.#initScript);
    await page.goto(url);
    return page;
  }

  /** Waits for an image; `sharp` is the one of a view that does not move. */
  async image(quality: "draft" | "sharp" = "sharp"): Promise<void> {
    await this.page.waitForSelector(quality === "sharp" ? "canvas[data-quality=sharp]" : "canvas[data-quality]");
  }

  /** Waits for the sharp image, and for the text, findings and tree, which follow the first image. */
  async ready(): Promise<void> {
    await this.image();
    await this.page.waitForSelector(".badge:not(:empty)");
    await this.page.waitForSelector(".tree-row", { state: "attached" });
  }

  /** Processor time of the process of the page, milliseconds, since it started. */
  async processorTime(): Promise<number> {
    const session = await (await sharedBrowser()).newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    // The browser keeps an idle process for the next page.
    const times = processInfo.filter(({ type }) => type === "renderer").map(({ cpuTime }) => cpuTime);
    return Math.round(1000 * Math.max(0, ...times));
  }

  /** The text of the editor: of its lines that are seen, without hints. */
  async text(): Promise<string> {
    return await this.page.evaluate<string>(`Array.from(
      document.querySelector(".editor").shadowRoot.querySelectorAll(".cm-line"),
      (line) => {
        const copy = line.cloneNode(true);
        for (const hint of copy.querySelectorAll(".cm-inlay-hint")) hint.remove();
        return copy.textContent;
      },
    ).join("\\n")`);
  }

  /** Saves a screenshot of the page. */
  async screenshot(name: string): Promise<void> {
    await saveScreenshot(this.page, `view-${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page?.close();
    this.#stop();
    await this.#ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
