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
  /** Says that this process is there, as it does each second from now on. */
  announce(): Promise<void>;
  /** Looks who is there now. */
  refresh(): Promise<void>;
  leave(): Promise<void>;
}

/** Makes the streams of all processes those of this one. @param self What the others are told of it. */
export function joinCluster(
  cluster: Cluster,
  local: LocalHub,
  self: () => NodeRecord,
  onProblem: (error: unknown) => void,
): Membership {
  const nodes = new Nodes(cluster, self, onProblem);
  return {
    hub: new RoutedHub(local, cluster, nodes),
    forward: (id, upgrade, refuse) =>
      void nodes.find(id).then((node) => {
        if (node === undefined) refuse();
        else forwardUpgrade(node.url, upgrade, refuse);
      }),
    bases: () => nodes.others.map(({ base }) => base),
    announce: () => nodes.beat(),
    refresh: () => nodes.refresh(),
    leave: () => nodes.close(),
  };
}
