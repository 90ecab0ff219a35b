import * as z from "zod";

/** The first message of a client, right after the WebSocket has opened: JSON text (spec 6). */
export interface StreamHandshake {
  /** A client that follows a stream. */
  readonly type: 3;
  readonly slaveInit: StreamHandshakeInit;
}

/** What a client subscribes to. */
export interface StreamHandshakeInit {
  /** The `streamId` of the session. */
  readonly masterStreamingId: string;
  /** Whether frames are requested. */
  readonly receiveImage: true;
}

/** Schema of what a client subscribes to. */
export const streamHandshakeInitSchema: z.ZodType<StreamHandshakeInit> = /*#__PURE__*/ z.strictObject({
  masterStreamingId: z.string().min(1),
  receiveImage: z.literal(true),
});

/** Schema of the first message of a client. */
export const streamHandshakeSchema: z.ZodType<StreamHandshake> = /*#__PURE__*/ z.strictObject({
  type: z.literal(3),
  slaveInit: streamHandshakeInitSchema,
});

/** Makes the first message of a client. */
export function streamHandshake(streamId: string): StreamHandshake {
  return { type: 3, slaveInit: { masterStreamingId: streamId, receiveImage: true } };
}
