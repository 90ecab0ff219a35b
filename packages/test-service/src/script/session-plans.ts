/** Steps and plans of WebSocket connections, used as `socket.ready("drops", socket.frames({ count: 3 }), socket.reset)`. */
import type { VariantBehaviour } from "@usdkit/contract/variants";
import type { FrameSettings, SessionPlan, SessionStep } from "./session-plan.ts";

export const steps = (name: string, ...all: readonly SessionStep[]): SessionPlan => ({
  name,
  upgrade: "accept",
  steps: all,
});

export const code = (value: string, more: object = {}): SessionStep => ({
  do: "text",
  text: JSON.stringify({ code: value, ...more }),
});

export const frames = (settings: Partial<FrameSettings> & { fragments?: number } = {}): SessionStep => ({
  do: "frames",
  ...settings,
});

export const handshake: SessionStep = { do: "handshake" };
export const deaf: SessionStep = { do: "deaf" };
export const reset: SessionStep = { do: "reset" };
export const hangUp: SessionStep = { do: "hang-up" };
export const close = (value = 1011, reason = "the node goes away"): SessionStep => ({
  do: "close",
  code: value,
  reason,
});
export const wait = (milliseconds: number): SessionStep => ({ do: "wait", milliseconds });
export const patches = (count: number): SessionStep => ({ do: "patches", count });
export const text = (value: string): SessionStep => ({ do: "text", text: value });

/** The handshake, code `0`, and then the given steps. */
export const ready = (name: string, ...then: readonly SessionStep[]): SessionPlan =>
  steps(name, handshake, code("0"), ...then);

/** Default without a plan: endless frames, according to the service's variants. */
export function usual({ frameBeforeReady = false, numericCodes = false }: VariantBehaviour): SessionPlan {
  const initialized = numericCodes ? text(JSON.stringify({ code: 0 })) : code("0");
  const early = frameBeforeReady ? [frames({ count: 1 })] : [];
  return steps("usual", handshake, ...early, initialized, frames());
}

export const binary = (bytes: Uint8Array): SessionStep => ({ do: "binary", bytes });

/** A frame whose first byte has all reserved bits set. */
export const malformed: SessionStep = { do: "raw", bytes: Uint8Array.of(0xff, 0x05, 1, 2, 3, 4, 5) };

/** Answers the upgrade with this status. */
export const refuses = (status = 503): SessionPlan => ({ name: `refuses-${status}`, upgrade: status, steps: [] });

export const resetsUpgrade = (): SessionPlan => ({ name: "resets-upgrade", upgrade: "reset", steps: [] });

export const hangsUpUpgrade = (): SessionPlan => ({ name: "hangs-up-upgrade", upgrade: "hang-up", steps: [] });

export const neverUpgrades = (): SessionPlan => ({ name: "never-upgrades", upgrade: "silence", steps: [] });

export const noHttp = (): SessionPlan => ({ name: "no-http", upgrade: "noise", steps: [] });

/** Opens, and closes before the handshake is read. */
export const closesInHandshake = (value = 1013): SessionPlan =>
  steps("closes-in-handshake", close(value, "try again later"));

export const neverAnswersHandshake = (): SessionPlan => steps("never-answers-handshake", handshake);

/** Answers the handshake with this code. */
export const answers = (value: string, ...then: readonly SessionStep[]): SessionPlan =>
  steps(`answers-${value}`, handshake, code(value), ...then);
