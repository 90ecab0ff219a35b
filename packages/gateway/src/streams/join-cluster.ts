import type { Cluster, NodeRecord } from "../storage/cluster.ts";
import { forwardUpgrade } from "./forward-upgrade.ts";
import type { LocalHub } from "./local-hub.ts";
import { Nodes } from "./nodes.ts";
import { RoutedHub } from "./routed-hub.ts";
import type { SessionHub } from "./session-hub.ts";
import type { StreamSocketsOptions } from "./stream-sockets.ts";

/** A process of a cluster. */
export interface Membership {
  readonly hub: SessionHub;
  readonly forward: NonNullable<StreamSocketsOptions["forward"]>;
  /** Base URLs of files of all processes. */
  readonly bases: () => readonly string[];
  /** Announces this process now and every second. */
  announce(): Promise<void>;
  /** Refreshes the list of processes. */
  refresh(): Promise<void>;
  leave(): Promise<void>;
}

/** Makes the streams of all processes available in this one. @param self The record of this process. */
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
