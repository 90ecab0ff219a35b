import type { Command } from "@usdkit/command/cli/command";
import { ingestMesh, type IngestMeshRequest } from "@usdkit/contract";
import { EXTRA, requestFlags, type ExtraArguments } from "../inputs/request-flags.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { quoteWord } from "../context/quote-word.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask, missingResult, waitForTask } from "../run/wait-for-task.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, type CreateArguments } from "../settings/options.ts";

export interface MeshIngestArguments extends CreateArguments, ExtraArguments {
  source: string;
  wait?: boolean;
}

const REQUEST = { endpoint: ingestMesh, type: "IngestMeshRequest", own: ["fileUrl"] } as const;

export const meshIngest: Command<MeshIngestArguments> = {
  command: "ingest <source>",
  describe: "Ingest a 3D file (GLB, PLY, SPZ) as a mesh that scenes name by its id",
  builder: {
    source: { describe: "A URL, or a file, which is uploaded first" },
    ...requestFlags({ ...REQUEST, schema: ingestMesh.request.body }),
    wait: { type: "boolean", describe: "Wait until it is done, and print the mesh id" },
    ...EXTRA,
    ...CREATING,
  },
  examples: [["$0 ingest chair.glb --fast --wait", "prints the id for payloads: asset:/mesh/ID"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial mesh ingest", args }, async (context) => {
      const { client, report, signal, state } = context;
      const limit = new TimeLimit(args.timeout);
      const body = await withUploads<IngestMeshRequest>(context, { ...REQUEST, args }, limit, (urlOf) => ({
        fileUrl: urlOf(args.source),
      }));
      const handle = await client.meshes.ingest(body, {
        signal,
        timeout: limit.left(),
        retryAmbiguous: args.retryAmbiguous,
      });
      state.accept(acceptedTask(handle, "task", `spatial mesh get ${quoteWord(handle.id)} --wait`));
      if (args.wait !== true) {
        await report.result({ taskId: handle.id, handle: handle.toJSON() }, handle.id);
        return;
      }
      const task = await waitForTask(context, handle, args, limit);
      if (!task.meshId) throw missingResult(task, "meshId", handle);
      await report.result(task, task.meshId);
    }),
};
