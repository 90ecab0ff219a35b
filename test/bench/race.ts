import { PeerError, PeerProcess, type PeerCommand } from "./peer-process.ts";
import type { Operation, Reply } from "./peers/protocol.ts";

/** One peer's best of all repeats. */
export interface Best {
  label: string;
  /** Milliseconds; the least seen. */
  wall: number;
  cpu: number;
  /** Infinity if the peer does not know it. */
  thread: number;
  /** The first repeat: nothing was compiled or warm. */
  first: number;
  repeats: number;
  reply: Reply;
}

export interface RaceResult {
  best: Record<string, Best>;
  /** Peer → the reason that it has no figure. */
  left: Record<string, string>;
}

/** A peer whose repeat takes longer than this (ms) takes part in few of them. */
const slow = 4_000;

/**
 * Lets peers do one operation on one file in turn: every round each peer once, one process at work at a time, so that
 * whatever else the machine does falls on all of them. Minima over the rounds.
 */
export async function race(
  peers: readonly PeerCommand[],
  file: string,
  operation: Operation,
  repeats: number,
): Promise<RaceResult> {
  const result: RaceResult = { best: {}, left: {} };
  const running = new Map<string, PeerProcess>();
  const drop = (name: string, error: unknown): void => {
    if (!(error instanceof PeerError)) throw error;
    result.left[name] = error.message;
    running.get(name)?.close();
    running.delete(name);
  };
  try {
    for (const peer of peers) {
      try {
        const process = await PeerProcess.start(peer);
        running.set(peer.name, process);
        await process.ask({ op: "load", file }, 120_000);
      } catch (error) {
        drop(peer.name, error);
      }
    }
    for (let round = 0; round < repeats; round++) {
      for (const [name, process] of running) {
        const before = result.best[name];
        if (before !== undefined && before.wall > slow && round > 1) continue;
        try {
          const reply = await process.ask({ op: operation }, 180_000);
          const { wall = Infinity, cpu = Infinity, thread = Infinity } = reply;
          result.best[name] = {
            label: process.label,
            wall: Math.min(wall, before?.wall ?? Infinity),
            cpu: Math.min(cpu, before?.cpu ?? Infinity),
            thread: Math.min(thread, before?.thread ?? Infinity),
            first: before?.first ?? wall,
            repeats: round + 1,
            reply,
          };
        } catch (error) {
          drop(name, error);
        }
      }
    }
  } finally {
    for (const process of running.values()) process.close();
  }
  return result;
}
