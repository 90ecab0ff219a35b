import * as z from "zod";
import { finiteOrText, type CameraMove } from "../operations/camera-move.ts";
import type { Cluster, NodeRecord, SeenNode } from "../storage/cluster.ts";
import { ASK_PATH, SECRET_HEADER, type Ask } from "./hub-protocol.ts";
import type { LocalHub } from "./local-hub.ts";
import type { Nodes } from "./nodes.ts";
import {
  pushOutcomeSchema,
  sessionViewSchema,
  type NewStream,
  type PushOutcome,
  type SessionHub,
  type SessionView,
} from "./session-hub.ts";

/** Thrown if a process cannot be reached: it has ended with its sessions, or is temporarily unavailable. */
class NodeUnreachable extends Error {
  override readonly name: string = "NodeUnreachable";
}

/** Milliseconds. */
const TIMEOUT = 10_000;
/** Maximum number of processes tried for a new session. */
const TRIES = 3;
/** Maximum number of sessions whose process is cached: a session never moves. */
const MAX_KNOWN = 10_000;

/** The sessions of all processes: calls are forwarded to the process of the session. */
export class RoutedHub implements SessionHub {
  private readonly local: LocalHub;
  private readonly cluster: Cluster;
  private readonly nodes: Nodes;
  private readonly known = new Map<string, { readonly user: string; readonly node: string }>();
  /** New sessions per process since its last reported count. */
  private readonly given = new Map<NodeRecord, number>();

  constructor(local: LocalHub, cluster: Cluster, nodes: Nodes) {
    this.local = local;
    this.cluster = cluster;
    this.nodes = nodes;
  }

  async add(stream: NewStream): Promise<boolean> {
    const { id, user } = stream;
    const tried = new Set<string>();
    for (let tries = 0; tries < TRIES; tries++) {
      const node = this.freest(tried);
      if (node === undefined) return false;
      tried.add(node.id);
      // Stored first: otherwise a caller could have a session that no process finds.
      await this.cluster.addSession({ id, user, node: node.id });
      if (node.id === this.local.sessions.nodeId) return this.local.add(stream);
      this.given.set(node, (this.given.get(node) ?? 0) + 1);
      const scene = Buffer.from(stream.scene).toString("base64");
      const ask: Ask = { ...stream, op: "add", scene };
      try {
        await this.ask(node, ask, z.literal(true));
        return true;
      } catch (error) {
        await this.cluster.dropSession(id);
        if (!(error instanceof NodeUnreachable)) throw error;
      }
    }
    return false;
  }

  async view(user: string, id: string): Promise<SessionView | undefined> {
    const node = await this.nodeOf(user, id);
    if (node === "here") return this.local.view(user, id);
    return (await this.askOf(node, { op: "view", user, id }, sessionViewSchema.nullable())) ?? undefined;
  }

  async push(user: string, id: string, move: CameraMove): Promise<PushOutcome | undefined> {
    const node = await this.nodeOf(user, id);
    if (node === "here") return this.local.push(user, id, move);
    const ask: Ask = { op: "push", user, id, move };
    return (await this.askOf(node, ask, pushOutcomeSchema.nullable())) ?? undefined;
  }

  async end(user: string, id: string): Promise<boolean> {
    const node = await this.nodeOf(user, id);
    if (node === "here") return this.local.end(user, id);
    return (await this.askOf(node, { op: "end", user, id }, z.boolean())) ?? false;
  }

  async list(user: string): Promise<readonly SessionView[]> {
    const others = this.nodes.others.filter(({ isAlive, role }) => isAlive && role !== "api");
    const lists = await Promise.all(
      others.map(async (node) => {
        // An unresponsive process does not hide the sessions of the others.
        const views = this.askOf(node, { op: "list", user }, z.array(sessionViewSchema)).catch(() => undefined);
        return (await views) ?? [];
      }),
    );
    return [...(await this.local.list(user)), ...lists.flat()];
  }

  async frame(user: string, id: string): Promise<Uint8Array | undefined> {
    const node = await this.nodeOf(user, id);
    if (node === "here") return this.local.frame(user, id);
    const frame = await this.askOf(node, { op: "frame", user, id }, z.base64().nullable());
    return frame === undefined || frame === null ? undefined : Buffer.from(frame, "base64");
  }

  /** Returns the process with the most free capacity that was not tried yet. */
  private freest(tried: ReadonlySet<string>): NodeRecord | undefined {
    const nodes = this.nodes.drawing;
    for (const node of this.given.keys()) if (!nodes.includes(node)) this.given.delete(node);
    const room = (node: NodeRecord): number => node.maxSessions - node.sessions - (this.given.get(node) ?? 0);
    return nodes.filter(({ id }) => !tried.has(id)).toSorted((a, b) => room(b) - room(a))[0];
  }

  /** Undefined if there is no such session, or its process has ended. */
  private async nodeOf(user: string, id: string): Promise<"here" | SeenNode | undefined> {
    if (this.local.sessions.get(user, id) !== undefined) return "here";
    const found = this.known.get(id) ?? (await this.cluster.findSession(id));
    if (found === undefined || found.user !== user || found.node === this.local.sessions.nodeId) return undefined;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(id, found);
    return this.nodes.find(found.node);
  }

  /** Undefined if the process has ended. */
  private async askOf<Value>(
    node: SeenNode | undefined,
    ask: Ask,
    schema: z.ZodType<Value>,
  ): Promise<Value | undefined> {
    if (node === undefined) return undefined;
    try {
      return await this.ask(node, ask, schema);
    } catch (error) {
      if (error instanceof NodeUnreachable) return undefined;
      throw error;
    }
  }

  private async ask<Value>(node: NodeRecord, ask: Ask, schema: z.ZodType<Value>, tries = 2): Promise<Value> {
    const { url, id } = node;
    let response: Response;
    try {
      response = await fetch(url + ASK_PATH, {
        method: "POST",
        headers: { "content-type": "application/json", [SECRET_HEADER]: this.cluster.secret },
        body: JSON.stringify(ask, finiteOrText),
        signal: AbortSignal.timeout(TIMEOUT),
        // Do not follow redirects: the secret is for this URL only.
        redirect: "error",
      });
    } catch (error) {
      // A kept-alive connection may just have been closed; all calls are idempotent.
      if (isEnded(error) && tries > 1) return this.ask(node, ask, schema, tries - 1);
      if (isEnded(error)) throw new NodeUnreachable(`${id} at ${url} cannot be reached`, { cause: error });
      throw error;
    }
    if (!response.ok) throw new Error(`${id} at ${url} answers with status ${response.status}`);
    return z.object({ value: schema }).parse(await response.json()).value;
  }
}

/** Returns whether a process ended before or during a request; a slow one has not. */
function isEnded(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNREFUSED" || code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}
