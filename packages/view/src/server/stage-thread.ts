/** The thread that composes stages, so that the server answers meanwhile; and the location of its module. */
import { parentPort, workerData } from "node:worker_threads";
import type { LocatedReply, LocatedRequest } from "../stage/stage-sessions.ts";

/** Marks a thread that composes stages. */
export const STAGE_THREAD = "usda-view-stages";

export const stageThreadFile: string = import.meta.filename;

/** A question to the thread. */
export interface ThreadQuestion {
  readonly id: number;
  readonly request: LocatedRequest;
}

/** Its answer. */
export type ThreadAnswer =
  | { readonly id: number; readonly reply: LocatedReply }
  /** A fault of the program. */
  | { readonly id: number; readonly fault: string };

if (workerData === STAGE_THREAD && parentPort !== null) {
  const port = parentPort;
  const [{ StageSessions }, { diskLayers }] = await Promise.all([
    import("../stage/stage-sessions.ts"),
    import("./disk-layers.ts"),
  ]);
  const named = new Set<string>();
  const sessions = new StageSessions(diskLayers(named));
  port.on("message", ({ id, request }: ThreadQuestion) => {
    const { location, session } = request.root;
    for (const file of [location, session]) if (file !== undefined) named.add(file);
    const send = (answer: ThreadAnswer): void => port.postMessage(answer, []);
    sessions.reply(request).then(
      (reply) => send({ id, reply }),
      (error: unknown) => send({ id, fault: error instanceof Error ? error.message : String(error) }),
    );
  });
}
