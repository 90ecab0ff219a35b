import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import type { Followed } from "../peers/follow-client.ts";
import { repository } from "../paths.ts";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "client";

/** The client: what browsers load of it, what importing it takes, and what it takes to follow a thousand operations. */
export async function client(options: SuiteOptions): Promise<void> {
  await bundling(options);
  importing(options);
  await following(options);
}

/** All that the package exports, as a bundler for browsers makes it: made small, without zod. */
async function bundling({ report }: SuiteOptions): Promise<void> {
  const build = await rolldown({
    input: join(repository, "packages/client/src/browser.ts"),
    platform: "browser",
    external: /^zod(?:\/|$)/,
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const code = output.map((item) => (item.type === "chunk" ? item.code : "")).join("\n");
  const size = gzipSync(code, { level: 9 }).length;
  report({
    suite,
    input: "",
    what: "bundle for browsers, without zod",
    measured: `${(size / 1000).toFixed(1)} KB gzip, ${(code.length / 1000).toFixed(0)} KB plain`,
    target: `≤ ${targets.client.bundle} KB`,
    met: size <= targets.client.bundle * 1000,
    figures: { size, plain: code.length },
  });
}

/** A Node process that imports the built client, compared with one that does nothing. */
function importing({ quick, report }: SuiteOptions): void {
  const entry = join(repository, "packages/client/dist/index.js");
  const what = "import";
  if (!existsSync(entry)) {
    report({ suite, input: "", what, measured: "skipped: not built, run `pnpm build`" });
    return;
  }
  const sources = ["", `import ${JSON.stringify(pathToFileURL(entry).href)}`];
  const times = sources.map((): number[] => []);
  for (let round = 0; round < (quick ? 10 : 40); round++) {
    for (const [i, source] of sources.entries()) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
        encoding: "utf8",
      });
      if (status !== 0) {
        report({ suite, input: "", what, measured: stderr.trim().slice(0, 80), crashed: true });
        return;
      }
      times[i]?.push(performance.now() - start);
    }
  }
  const [empty = 0, least = 0] = times.map((all) => Math.min(...all));
  report({
    suite,
    input: "",
    what,
    measured: `${milliseconds(least)}: +${milliseconds(least - empty)} over an empty process`,
    target: `+${targets.client.import} ms`,
    met: least - empty <= targets.client.import,
    figures: { empty, least },
  });
}

/** A process that follows operations of a service on this machine, which are done after a while. */
async function following({ quick, report }: SuiteOptions): Promise<void> {
  const count = 1000;
  const duration = quick ? 6000 : 20_000;
  const start = performance.now();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { operationId } = JSON.parse(Buffer.concat(pieces).toString()) as { readonly operationId: string };
      const done = performance.now() - start >= duration;
      const result = done ? { taskId: operationId, resultUrl: "https://files.example/a.png" } : null;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ operationId, metaData: null, done, result, error: null }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = join(import.meta.dirname, "../peers/follow-client.ts");
  // Without limits V8 keeps some hundred megabytes of garbage of `fetch`, with any caller.
  const heap = ["--max-old-space-size=60", "--max-semi-space-size=2"];
  const child = spawn(process.execPath, ["--expose-gc", ...heap, script, url, String(count)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (piece) => (output += String(piece)));
  child.stderr.on("data", (piece) => (output += String(piece)));
  const status = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  server.closeAllConnections();
  server.close();
  const input = `${count} operations, ${duration / 1000} s`;
  if (status !== 0) {
    report({ suite, input, what: "follow", measured: output.trim().slice(0, 80), crashed: true });
    return;
  }
  const followed = JSON.parse(output) as Followed;
  const { growth, held, leastGap, idleTimers, atOnce, polls, results } = followed;
  const row = (what: string, measured: string, target: string, met: boolean): void =>
    report({ suite, input, what, measured, target, met, figures: { ...followed } });
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const most = targets.client.memory * 2 ** 20;
  const measured = `+${megabytes(growth)}, of which ${megabytes(held)} are held`;
  row("follow: memory, heap of 60 MB", measured, `≤ ${targets.client.memory} MB`, growth <= most);
  row(
    "follow: least gap",
    `${leastGap.toFixed(0)} ms of ${polls} polls`,
    "≥ 2000 ms",
    leastGap >= 2000 && results === count,
  );
  row("follow: timers", `${idleTimers} in addition to those of ${atOnce} polls`, "≤ 1", idleTimers <= 1);
}
