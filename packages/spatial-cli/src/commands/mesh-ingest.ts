import type { Command } from "@usdkit/command/cli/command";
import { ingestMesh, type IngestMeshRequest } from "@usdkit/contract";
import { withUploads } from "../inputs/uploaded.ts";
import { quoteWord } from "../context/quote-word.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask, missingResult, waitForTask } from "../run/wait-for-task.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, type CreateArguments } from "../settings/options.ts";

export interface MeshIngestArguments extends CreateArguments {
  source: string;
  name?: string;
  fast?: boolean;
  wait?: boolean;
}

export const meshIngest: Command<MeshIngestArguments> = {
  command: "ingest <source>",
  describe: "Read in a 3D file (GLB, PLY, SPZ), so that scenes can name it by its mesh id",
  builder: {
    source: { describe: "A URL, or a file, which is uploaded first" },
    name: { type: "string", describe: "What it is to be called" },
    fast: { type: "boolean", describe: "Use the fast upload path, for GLB files" },
    wait: { type: "boolean", describe: "Wait for its end, and print the mesh id" },
    ...CREATING,
  },
  examples: [["$0 ingest chair.glb --fast --wait", "prints the id for payloads: asset:/mesh/ID"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial mesh ingest", args }, async (context) => {
      const { client, report, signal, state } = context;
      const limit = new TimeLimit(args.timeout);
      const body = await withUploads<IngestMeshRequest>(context, ingestMesh, limit, (urlOf) => ({
        fileUrl: urlOf(args.source),
        ...(args.name !== undefined && { name: args.name }),
        ...(args.fast !== undefined && { fastUpload: args.fast }),
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
