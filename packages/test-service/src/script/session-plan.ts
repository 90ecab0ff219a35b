/** The plan of a WebSocket connection, as data: the upgrade's outcome, and then steps. */
export interface FrameSettings {
  /** Frames per second; `Infinity`: as fast as the connection takes them. */
  readonly rate: number;
  /** Bytes of a frame, at least 400. */
  readonly size: number;
  /** Maximum number of frames; then the connection stays open. */
  readonly count: number;
}

export interface SessionPlan {
  readonly name: string;
  /** A number is an HTTP status instead of 101. */
  readonly upgrade: "accept" | "reset" | "hang-up" | "silence" | "noise" | number;
  /** After the last one the connection stays open and silent. */
  readonly steps: readonly SessionStep[];
}

export type SessionStep =
  /** Waits for the client's first message, and checks that it is the handshake of spec 6. */
  | { readonly do: "handshake" }
  | { readonly do: "text"; readonly text: string }
  /** Omitted values are the service's defaults; each frame is sent in that many fragments. */
  | ({ readonly do: "frames"; readonly fragments?: number } & Partial<FrameSettings>)
  | { readonly do: "wait"; readonly milliseconds: number }
  /** Waits until that many patches of the session have landed. */
  | { readonly do: "patches"; readonly count: number }
  /** Sends a close frame. */
  | { readonly do: "close"; readonly code: number; readonly reason: string }
  /** Ends without a close frame. */
  | { readonly do: "reset" | "hang-up" }
  /** Sends a binary message. */
  | { readonly do: "binary"; readonly bytes: Uint8Array }
  /** Sends bytes that violate the protocol. */
  | { readonly do: "raw"; readonly bytes: Uint8Array }
  /** Stops reading, so that a close frame is never answered. */
  | { readonly do: "deaf" };
