/** Debian's Chromium with three.js and Spark, drawing described scenes. */
import { readFileSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium as playwright, type BrowserServer, type Browser, type Page } from "playwright-core";
import type { Description, View } from "./describe.ts";

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>body { margin: 0 }</style>
<script type="importmap">{"imports":{
  "three":"/node_modules/three/build/three.module.js",
  "three/addons/":"/node_modules/three/examples/jsm/",
  "@sparkjsdev/spark":"/node_modules/@sparkjsdev/spark/dist/spark.module.js"
}}</script>`;

/** Debian's. */
export const CHROMIUM = "/usr/bin/chromium";

/** Drivers without a GPU. */
const driverFlags = {
  swiftshader: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  llvmpipe: ["--use-gl=angle", "--use-angle=gl-egl"],
} as const;

/** The name of a driver. */
export type GraphicsDriver = keyof typeof driverFlags;

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface ReceivedImage extends ImageSize {
  readonly data: Uint8Array;
}

export class Chromium {
  /** What the page can fetch, by path. */
  readonly files: Map<string, Uint8Array> = new Map();
  /** Non-fatal errors of the page, such as shaders that do not compile. */
  readonly errors: string[] = [];
  readonly #server: Server;
  readonly #process: BrowserServer;
  readonly #browser: Browser;
  readonly #page: Page;
  #sent: (data: Uint8Array) => void = () => {};

  private constructor(server: Server, process: BrowserServer, browser: Browser, page: Page) {
    this.#server = server;
    this.#process = process;
    this.#browser = browser;
    this.#page = page;
  }

  /**
   * @param script The module that the page runs.
   * @param driver Mesa's llvmpipe puts corners on 256ths of a pixel, as we do; SwiftShader on 16ths.
   */
  static async start(
    script: "/page.js" | "/models-page.js" = "/page.js",
    driver: GraphicsDriver = "swiftshader",
  ): Promise<Chromium> {
    const opened: Chromium[] = [];
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      if (request.method === "POST") {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          for (const self of opened) self.#sent(Buffer.concat(chunks));
          response.end();
        });
        return;
      }
      // The same name may refer to other splats in another scene.
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("Content-Type", pathname === "/" ? "text/html" : "text/javascript");
      const file = opened[0]?.files.get(pathname);
      if (pathname === "/") response.end(`${PAGE}<script type="module" src="${script}"></script>`);
      else if (file !== undefined) response.end(file);
      else if (pathname.includes("..")) response.writeHead(404).end();
      else {
        try {
          response.end(readFileSync(join(import.meta.dirname, pathname)));
        } catch {
          response.writeHead(404).end();
        }
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const process = await playwright.launchServer({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--ignore-gpu-blocklist", ...driverFlags[driver]],
    });
    const browser = await playwright.connect(process.wsEndpoint());
    const page = await browser.newPage();
    page.setDefaultTimeout(600_000);
    const self = new Chromium(server, process, browser, page);
    page.on("pageerror", (error) => self.errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") self.errors.push(message.text());
    });
    opened.push(self);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("window.ready");
    return self;
  }

  version(): string {
    return this.#browser.version();
  }

  driver(): Promise<string> {
    return this.#page.evaluate<string>("window.driver()");
  }

  load(description: Description): Promise<void> {
    return this.#page.evaluate(`window.load(${JSON.stringify(description)})`);
  }

  look(view: View): Promise<void> {
    return this.#page.evaluate(`window.look(${JSON.stringify(view)})`);
  }

  draw(): Promise<void> {
    return this.#page.evaluate("window.draw()");
  }

  /** Draws; returns the pixels from the top. */
  async image(size: ImageSize): Promise<ReceivedImage> {
    await this.draw();
    return this.#receive(size, 'window.send("/pixels")');
  }

  /** Draws a model as described for `models-page.js`; returns the pixels from the top. */
  drawModel(description: ImageSize & object): Promise<ReceivedImage> {
    return this.#receive(description, `window.drawModel(${JSON.stringify(description)})`);
  }

  async #receive({ width, height }: ImageSize, call: string): Promise<ReceivedImage> {
    const sent = new Promise<Uint8Array>((resolve) => {
      this.#sent = resolve;
    });
    await this.#page.evaluate(call);
    const rows = await sent;
    const data = new Uint8Array(rows.length);
    for (let y = 0; y < height; y++)
      data.set(rows.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)), 4 * width * y);
    return { width, height, data };
  }

  /** Processor time of all of its processes so far, in milliseconds. */
  processorTime(): number {
    const parents = new Map<number, number>();
    const times = new Map<number, number>();
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        // The fields after the name, which may contain anything: state, parent, …, user and system time in hundredths.
        const fields = readFileSync(`/proc/${name}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
        parents.set(Number(name), Number(fields[1]));
        times.set(Number(name), 10 * (Number(fields[11]) + Number(fields[12])));
      } catch {
        // It ended meanwhile.
      }
    }
    const root = this.#process.process().pid;
    let sum = 0;
    for (const [pid, time] of times) {
      let ancestor: number | undefined = pid;
      while (ancestor !== undefined && ancestor !== root) ancestor = parents.get(ancestor);
      if (ancestor === root) sum += time;
    }
    return sum;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#process.close();
    this.#server.close();
  }
}
