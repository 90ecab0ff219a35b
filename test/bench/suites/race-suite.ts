import { statSync } from "node:fs";
import { inputFile, inputName, type InputKind } from "../inputs.ts";
import { peerCommands, type PeerCommand } from "../peer-process.ts";
import type { Operation } from "../peers/protocol.ts";
import { race, type Best } from "../race.ts";
import { milliseconds, ratio, type Report, type Row } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

/** One table of peers doing the same on the same file. */
export interface Race {
  suite: string;
  operation: Operation;
  input: InputKind;
  /** Names of `peerCommands`; ours first. */
  peers: readonly string[];
  repeats: number;
  /** The least ratio against usd-core, or none. */
  target?: number | undefined;
  /** The least ratio of the time of the calling thread against usd-core, or none. */
  threadTarget?: number | undefined;
  /** The least ratio against other peers, by their name. */
  targets?: Readonly<Record<string, number>> | undefined;
  /** The most milliseconds of ours, or none. */
  limit?: number | undefined;
}

const noLightUsd = "USDKIT_LIGHTUSD_PYTHON does not name a Python with lightusd";
export const noPython: string = "no Python with usd-core: run `pnpm oracle` or set USDKIT_PYTHON";

export async function runRace({ built, before, report }: SuiteOptions, entry: Race): Promise<void> {
  const { suite, operation, repeats, target, threadTarget, targets: targetsByPeer, limit } = entry;
  const input = inputName(entry.input);
  const file = inputFile(entry.input);
  const size = statSync(file).size;
  const commands = peerCommands({ built, before });
  const names = before === undefined || entry.peers[0] !== "ours" ? entry.peers : [...entry.peers, "before"];
  const peers = names.map((name) => commands[name]).filter((peer): peer is PeerCommand => peer !== undefined);
  const { best, left } = await race(peers, file, operation, repeats);
  if (entry.peers.includes("usd-core") && commands["usd-core"] === undefined) left["usd-core"] = noPython;

  if (entry.peers.includes("lightusd") && commands["lightusd"] === undefined) left["lightusd"] = noLightUsd;

  const [first = ""] = entry.peers;
  const ours = best[first];
  for (const name of names) {
    const result = best[name];
    if (result === undefined) {
      const crashed = isOurs(name);
      report({ suite, input, what: name, measured: `${crashed ? "" : "skipped: "}${left[name]}`, crashed });
      continue;
    }
    report({
      suite,
      input,
      what: labelOf(name, result),
      measured: `${milliseconds(result.wall)}, cpu ${milliseconds(result.cpu)}${inThread(result)}, ${(size / result.wall / 1000).toFixed(0)} MB/s`,
      target: name === first && limit !== undefined ? `≤ ${limit} ms` : undefined,
      met: name === first && limit !== undefined ? result.wall <= limit : undefined,
      figures: { size, ...result },
    });
  }
  if (ours === undefined) return;
  compareWithBefore({ suite, input, report }, ours, best.before);
  for (const name of entry.peers.filter((peer) => !isOurs(peer))) {
    const result = best[name];
    if (result === undefined) continue;
    const goal = name === "usd-core" ? target : targetsByPeer?.[name];
    const factor = result.wall / ours.wall;
    report({
      suite,
      input,
      what: `ours against ${name}`,
      measured: `${ratio(factor)} (cpu ${ratio(result.cpu / ours.cpu)}${threadRatio(result, ours)})`,
      target: goal === undefined ? undefined : `≥ ${goal}×`,
      met: goal === undefined ? undefined : factor >= goal,
      figures: { wall: factor, cpu: result.cpu / ours.cpu, thread: result.thread / ours.thread },
    });
  }
  const [read, reference] = [best["ours+read"], best["usd-core"]];
  if (threadTarget !== undefined && reference !== undefined) {
    const factor = reference.thread / ours.thread;
    report({
      suite,
      input,
      what: "ours against usd-core, one thread",
      measured: ratio(factor),
      target: `≥ ${threadTarget}×`,
      met: factor >= threadTarget,
      figures: { thread: factor },
    });
  }
  if (read !== undefined && reference !== undefined) {
    const factor = reference.wall / read.wall;
    const measured = `${ratio(factor)} (cpu ${ratio(reference.cpu / read.cpu)})`;
    report({ suite, input, what: "ours + file read against usd-core", measured, figures: { wall: factor } });
  }
  const touched = describeDifference(ours, best["usd-core"]);
  if (touched === undefined) return;
  report({ suite, input, what: "specs/samples/elements differ", measured: touched, met: false });
}

/** Whether the peer is this project's code, which must not crash. */
function isOurs(name: string): boolean {
  return name.startsWith("ours") || name.startsWith("before");
}

function labelOf(name: string, { label }: Best): string {
  if (name === "before") return "before";
  return name === "ours+read" ? `${label} + file read` : label;
}

/** Reports our processor time over that of another checkout: it depends less on what else the machine does than wall time. */
export function compareWithBefore(
  { suite, input, report }: Pick<Row, "suite" | "input"> & { report: Report },
  ours: Best,
  before: Best | undefined,
): void {
  if (before === undefined) return;
  const factor = ours.cpu / before.cpu;
  report({
    suite,
    input,
    what: "cpu over before",
    measured: `${ratio(factor)} (wall ${ratio(ours.wall / before.wall)})`,
    target: `≤ ${targets.before}×`,
    met: factor <= targets.before,
    figures: { cpu: factor, wall: ours.wall / before.wall },
  });
}

/** Systems count the time of one thread in steps of up to milliseconds. */
function isThreadKnown({ thread }: Best): boolean {
  return Number.isFinite(thread) && thread > 10;
}

function inThread(result: Best): string {
  return isThreadKnown(result) ? ` (one thread ${milliseconds(result.thread)})` : "";
}

function threadRatio(peer: Best, ours: Best): string {
  return isThreadKnown(peer) && isThreadKnown(ours) ? `, one thread ${ratio(peer.thread / ours.thread)}` : "";
}

/** Returns the differing counts of a walk and the reference's: a walk that visits other specs cannot be compared. */
function describeDifference(ours: Best, reference: Best | undefined): string | undefined {
  const [mine, theirs] = [ours.reply.touched, reference?.reply.touched];
  if (mine === undefined || theirs === undefined) return undefined;
  const same = mine.specs === theirs.specs && mine.samples === theirs.samples && mine.elements === theirs.elements;
  if (same) return undefined;
  const show = ({ specs, samples, elements }: typeof mine): string => `${specs}/${samples}/${elements}`;
  return `${show(mine)}, usd-core ${show(theirs)}`;
}
