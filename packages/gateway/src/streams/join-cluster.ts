import type { Cluster, NodeRecord } from "../storage/cluster.ts";
import { forwardUpgrade } from "./forward-upgrade.ts";
import type { LocalHub } from "./local-hub.ts";
import { Nodes } from "./nodes.ts";
import { RoutedHub } from "./routed-hub.ts";
import type { SessionHub } from "./session-hub.ts";
import type { StreamSocketsOptions } from "./stream-sockets.ts";

/** A process among others. */
export interface Membership {
  readonly hub: SessionHub;
  readonly forward: NonNullable<StreamSocketsOptions["forward"]>;
  /** What URLs of files begin with that others have given to callers. */
  readonly bases: () => readonly string[];
  /** Announces this process, and again each second from now on. */
  announce(): Promise<void>;
  /** Looks who is there now. */
  refresh(): Promise<void>;
  leave(): Promise<void>;
}

/** Makes the streams of all processes those of this one. @param self Its record for the others. */
export function joinCluster(
  cluster: Cluster,
  local: LocalHub,
  self: () => NodeRecord,
  onProblem: (error: unknown) => void,
): Membership {
  const nodes = new Nodes(cluster, self, onProblem);
  return {
    hub: new RoutedHub(local, cluster, nodes),
    forward: (id, upgrade, reject) =>
      void nodes.find(id).then((node) => {
        if (node === undefined) reject();
        else forwardUpgrade(node.url, upgrade, reject);
      }),
    bases: () => nodes.others.map(({ base }) => base),
    announce: () => nodes.beat(),
    refresh: () => nodes.refresh(),
    leave: () => nodes.close(),
  };
}
