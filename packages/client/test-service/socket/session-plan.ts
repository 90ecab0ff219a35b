/** How a WebSocket connection goes, as data: what becomes of the upgrade, and then step by step. */
export interface FrameSettings {
  /** Frames a second; `Infinity`: as fast as the connection takes them. */
  readonly rate: number;
  /** Bytes of a frame, at least 400. */
  readonly size: number;
  /** After so many no more come; the connection stays. */
  readonly count: number;
}

export interface SessionPlan {
  readonly name: string;
  /** A number is an HTTP status in place of 101. */
  readonly upgrade: "accept" | "reset" | "hang-up" | "silence" | "noise" | number;
  /** After the last one the connection stays, and nothing comes. */
  readonly steps: readonly SessionStep[];
}

export type SessionStep =
  /** Waits for the client's first message, and looks whether it is the handshake of spec 6. */
  | { readonly do: "handshake" }
  | { readonly do: "text"; readonly text: string }
  /** What is not given is as the service is set; each frame in so many fragments. */
  | ({ readonly do: "frames"; readonly fragments?: number } & Partial<FrameSettings>)
  | { readonly do: "wait"; readonly milliseconds: number }
  /** Until so many patches of the session have landed. */
  | { readonly do: "patches"; readonly count: number }
  /** A close frame. */
  | { readonly do: "close"; readonly code: number; readonly reason: string }
  /** Without a close frame. */
  | { readonly do: "reset" | "hang-up" }
  /** Bytes past the protocol. */
  | { readonly do: "raw"; readonly bytes: Uint8Array }
  /** Reads nothing any more, so that a close frame is never answered. */
  | { readonly do: "deaf" };
