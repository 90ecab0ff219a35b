/** What an endpoint of the contract does, as one function of a request that its schemas have read. */
import type { AnyEndpoint, EndpointName, endpoints, RequestOf } from "@usdkit/contract";
import type { FormPart } from "../http/multipart-form.ts";
import type { Reply } from "../http/reply.ts";

export interface Behaviour {
  /** Where the answer has what its reader cannot do without; empty where it is no JSON. */
  readonly idField: readonly string[];
  /** Takes effect, and answers. */
  readonly answer: (request: Readonly<Record<string, never>>, caller: Caller) => Reply;
}

export interface Caller {
  /** Whose key or token it is; empty where the endpoint is open. */
  readonly user: string;
  /** The upload host's token; empty elsewhere. */
  readonly token: string;
  /** The form's part `file`. */
  readonly file: FormPart | undefined;
}

/** What endpoints do, by the contract's names: one that is missing, or one too many, does not compile. */
export type Behaviours<Name extends EndpointName> = {
  readonly [Each in Name]: BehaviourOf<(typeof endpoints)[Each]>;
};

/** A behaviour whose `answer` takes the request of one endpoint. */
export interface BehaviourOf<Of extends AnyEndpoint> extends Omit<Behaviour, "answer"> {
  readonly answer: (request: RequestOf<Of>, caller: Caller) => Reply;
}
