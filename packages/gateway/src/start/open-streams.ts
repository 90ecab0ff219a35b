/** The realtime sessions of this process, and those of the others that share its database. */
import type { Clock } from "../settings/clock.ts";
import { findAssets } from "../operations/find-assets.ts";
import type { Settings } from "../settings/settings.ts";
import type { Membership } from "../streams/join-cluster.ts";
import { LocalHub } from "../streams/local-hub.ts";
import type { SessionHub } from "../streams/session-hub.ts";
import { Sessions } from "../streams/sessions.ts";
import type { Stores } from "./open-stores.ts";
import type { OwnAddresses } from "./own-addresses.ts";

export interface Streams {
  /** Sessions of this process. */
  readonly sessions: Sessions;
  readonly localHub: LocalHub;
  /** Sessions of all processes. */
  readonly hub: SessionHub;
  /** Undefined in a single-process service. */
  readonly membership: Membership | undefined;
  /** Ends the sessions and leaves the cluster. */
  readonly close: () => Promise<void>;
}

export interface StreamsContext {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly addresses: OwnAddresses;
  /** Called with internal errors. */
  readonly onProblem: (error: unknown) => void;
}

/** Opens the sessions; in a cluster, this process is announced once `membership.announce` is called. */
export async function openStreams({ settings, stores, clock, addresses, onProblem }: StreamsContext): Promise<Streams> {
  const { cluster } = stores;
  const { role, background, missingAssets } = settings;
  // Only a process of several needs it.
  const joinCluster = cluster && (await import("../streams/join-cluster.ts")).joinCluster;
  const sessions = new Sessions({
    clock,
    active: settings.sessions,
    idle: settings.sessionIdle,
    background,
    onEnd: (id) => void cluster?.dropSession(id).catch(onProblem),
  });
  const localHub = new LocalHub(sessions, (user, meshes) => findAssets(user, meshes, stores, missingAssets));
  const self = () => ({
    id: sessions.nodeId,
    role,
    url: addresses.internal(),
    base: addresses.public().base,
    sessions: sessions.list().length,
    maxSessions: settings.sessions,
  });
  const membership = cluster && joinCluster?.(cluster, localHub, self, onProblem);
  return {
    sessions,
    localHub,
    hub: membership?.hub ?? localHub,
    membership,
    close: async () => {
      sessions.close();
      await membership?.leave();
    },
  };
}
