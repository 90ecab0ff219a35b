import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "../paths.ts";
import type { Streamed } from "../peers/stream-client.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "stream";
/** A second and bytes; what the service sends, and frames a second that are taken. */
const RATE = 60;
const SIZE = 200_000;
const TAKEN = 10;

/** A realtime stream whose frames come faster than they are taken: measures the growth of the process. */
export async function stream({ quick, report }: SuiteOptions): Promise<void> {
  const seconds = quick ? 12 : 60;
  const input = `${RATE}/s of ${SIZE / 1000} KB, ${seconds} s`;
  const service = spawn(
    process.execPath,
    [join(repository, "packages/test-service/src/cli.ts"), "--frame-rate", String(RATE), "--frame-size", String(SIZE)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const { SPATIAL_BASE_URL: url = "", SPATIAL_API_KEY: key = "" } = await environmentOf(service);
    const script = join(import.meta.dirname, "../peers/stream-client.ts");
    const child = spawn(process.execPath, ["--expose-gc", script, url, key, String(seconds), String(TAKEN)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (piece) => (output += String(piece)));
    child.stderr.on("data", (piece) => (output += String(piece)));
    const [status] = (await once(child, "close")) as [number | null];
    if (status !== 0) {
      report({ suite, input, what: "slow consumer", measured: output.trim().slice(0, 80), crashed: true });
      return;
    }
    const streamed = JSON.parse(output) as Streamed;
    const { received, taken, dropped, bytes, heldEarly, heldLate, residentEarly, residentLate, processor } = streamed;
    const row = (what: string, measured: string, target?: string, met?: boolean): void =>
      report({ suite, input, what, measured, target, met, figures: { ...streamed } });
    const growth = heldLate - heldEarly;
    row(
      "slow consumer: held",
      `${signed(growth)}, of ${megabytes(heldLate)}`,
      `≤ +${targets.stream.held} MB`,
      growth <= targets.stream.held * 1e6,
    );
    const swelling = residentLate - residentEarly;
    row(
      "slow consumer: resident",
      `${signed(swelling)}, of ${megabytes(residentLate)}`,
      `≤ +${targets.stream.resident} MB`,
      swelling <= targets.stream.resident * 1e6,
    );
    row(
      "slow consumer: frames",
      `${received} came (${megabytes(bytes)}), ${taken} taken, ${dropped} dropped`,
      `≥ ${targets.stream.share * 100} %`,
      received >= targets.stream.share * RATE * seconds,
    );
    row("slow consumer: processor", `${(processor / 10).toFixed(1)} % of one core`);
  } finally {
    service.kill();
    if (service.exitCode === null) await once(service, "close");
  }
}

/** What the service prints at its start: `NAME=VALUE`, a line each. */
async function environmentOf({ stdout }: ChildProcess): Promise<Readonly<Record<string, string>>> {
  if (stdout === null) throw new Error("the service has no output");
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: stdout })) {
    const { name, value } = /^(?<name>SPATIAL_\w+)=(?<value>.*)$/.exec(line)?.groups ?? {};
    if (name !== undefined && value !== undefined) found[name] = value;
    if (found["SPATIAL_BASE_URL"] !== undefined && found["SPATIAL_API_KEY"] !== undefined) return found;
  }
  throw new Error("the service did not start");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function signed(bytes: number): string {
  return `${bytes < 0 ? "−" : "+"}${megabytes(Math.abs(bytes))}`;
}
