import type { AnyEndpoint, ReplyOf, RequestOf } from "@usdkit/contract";
import type { FileSum } from "../files/file-store.ts";
import type { UploadToken } from "../storage/storage.ts";
import type { Service } from "./service.ts";

/** A file that came with a form, at a temporary path. */
export interface ReceivedFile extends FileSum {
  readonly path: string;
  /** As the sender named it. */
  readonly name: string;
}

/** An upload token that still holds. */
export interface HeldToken extends UploadToken {
  readonly hash: Uint8Array;
}

/** A request whose access and shape are right. */
export interface Call<Of extends AnyEndpoint> {
  readonly request: RequestOf<Of>;
  /** Empty where the endpoint is open. */
  readonly user: string;
  /** @throws {Error} for an endpoint without one. */
  readonly token: () => HeldToken;
  readonly file: () => ReceivedFile;
}

export interface HandlerReply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers requests of one endpoint. */
export interface Handler {
  readonly endpoint: AnyEndpoint;
  readonly handle: (call: Call<AnyEndpoint>, service: Service) => Promise<HandlerReply<unknown>>;
  /** Called when the fields of a form were received, before its file. */
  readonly admitFile?: AdmitFile | undefined;
}

/** Decides whether a file is received. Returns what is called when its request was answered. @throws {UploadFailure} */
export type AdmitFile = (fields: Readonly<Record<string, string>>, user: string, service: Service) => () => void;

/** Registers what answers an endpoint. Requests and replies have the types of the contract. */
export function handles<Of extends AnyEndpoint>(
  endpoint: Of,
  handle: (call: Call<Of>, service: Service) => Promise<HandlerReply<ReplyOf<Of>>>,
  admitFile?: AdmitFile,
): Handler {
  // The server gives a call only what the endpoint's own schemas have read.
  return { endpoint, handle: handle as unknown as Handler["handle"], admitFile };
}
