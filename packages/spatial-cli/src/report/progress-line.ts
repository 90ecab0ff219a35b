import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";

/** Progress of an operation. */
export interface Progress {
  readonly what: string;
  /** Of all that is done: shown in front. */
  readonly run?: string | undefined;
  /** From 0 to 1, if known. */
  readonly fraction?: number | undefined;
  /** Transferred and total bytes. */
  readonly bytes?: number | undefined;
  readonly total?: number | undefined;
}

const BAR = 20;
const MAX_NAME_LENGTH = 40;

/** Returns one line of at most `columns` columns: `room.mp4 [########            ]  40 %  10.8 of 27.0 MB`. */
export function progressLine({ what, run, fraction, bytes, total }: Progress, columns: number): string {
  const parts = [...(run === undefined ? [] : [run]), short(escapeTerminal(what))];
  const share = fraction ?? (bytes !== undefined && total !== undefined && total > 0 ? bytes / total : undefined);
  if (share !== undefined) {
    const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR);
    parts.push(`[${"#".repeat(filled)}${" ".repeat(BAR - filled)}] ${String(Math.round(share * 100)).padStart(3)} %`);
  }
  if (bytes !== undefined) parts.push(total === undefined ? size(bytes) : `${size(bytes)} of ${size(total)}`);
  // A wrapped line could not be erased.
  return parts.join("  ").slice(0, Math.max(0, columns - 1));
}

function short(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `…${text.slice(1 - MAX_NAME_LENGTH)}` : text;
}

/** Formats a number of bytes for display. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
