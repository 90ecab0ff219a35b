import type { AnyEndpoint, ReplyOf, RequestOf } from "@usdkit/contract";
import type { FileSum } from "../files/file-store.ts";
import type { UploadToken } from "../storage/upload-storage.ts";
import type { Service } from "./service.ts";

/** An uploaded file of a form, at a temporary path. */
export interface ReceivedFile extends FileSum {
  readonly path: string;
  /** The sender's file name. */
  readonly name: string;
}

/** A valid upload token. */
export interface HeldToken extends UploadToken {
  readonly hash: Uint8Array;
}

/** An authenticated request of valid shape. */
export interface Call<Of extends AnyEndpoint> {
  readonly request: RequestOf<Of>;
  /** Empty if the endpoint is public. */
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

/** Handles requests of one endpoint. */
export interface Handler {
  readonly endpoint: AnyEndpoint;
  readonly handle: (call: Call<AnyEndpoint>, service: Service) => Promise<HandlerReply<unknown>>;
  /** Called when the fields of a form were received, before its file. */
  readonly admitFile?: AdmitFile | undefined;
}

/** Decides whether a file is received. Returns a function to call after the response. @throws {UploadFailure} */
export type AdmitFile = (fields: Readonly<Record<string, string>>, user: string, service: Service) => () => void;

/** Registers the handler of an endpoint. Requests and responses have the types of the contract. */
export function handles<Of extends AnyEndpoint>(
  endpoint: Of,
  handle: (call: Call<Of>, service: Service) => Promise<HandlerReply<ReplyOf<Of>>>,
  admitFile?: AdmitFile,
): Handler {
  // The server passes only requests parsed by the endpoint's own schemas.
  return { endpoint, handle: handle as unknown as Handler["handle"], admitFile };
}
