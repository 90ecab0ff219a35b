/** The registry: a command is one file and one line here. Each is loaded on demand. */
import type { Commands } from "@usdkit/command/cli/command";

export const commands: Commands = {
  render: { describe: "Render a scene to an image", load: async () => (await import("./render.ts")).render },
  publish: {
    describe: "Publish a USD scene: upload its geometry, and write a scene that names it",
    load: async () => (await import("./publish.ts")).publish,
  },
  job: {
    describe: "Follow render jobs",
    commands: {
      get: { describe: "Print the status of a job", load: async () => (await import("./job-get.ts")).jobGet },
      wait: {
        describe: "Wait for a job, and fetch its image",
        load: async () => (await import("./job-wait.ts")).jobWait,
      },
    },
  },
  stream: {
    describe: "Render a scene in realtime, and save its frames",
    defaultCommand: "scene",
    commands: {
      scene: { describe: "Open a stream of a scene", load: async () => (await import("./stream.ts")).stream },
      push: {
        describe: "Change the camera of a session",
        load: async () => (await import("./stream-push.ts")).streamPush,
      },
      close: { describe: "End a session", load: async () => (await import("./stream-close.ts")).streamClose },
    },
  },
  upload: {
    describe: "Upload files, and print their URLs",
    defaultCommand: "files",
    commands: {
      files: { describe: "Upload files", load: async () => (await import("./upload.ts")).upload },
      status: {
        describe: "Print the status of an upload",
        load: async () => (await import("./upload-status.ts")).uploadStatus,
      },
    },
  },
  mesh: {
    describe: "Ingest 3D files as meshes that scenes can name",
    commands: {
      ingest: { describe: "Ingest a 3D file", load: async () => (await import("./mesh-ingest.ts")).meshIngest },
      get: { describe: "Print the status of an ingest", load: async () => (await import("./mesh-get.ts")).meshGet },
    },
  },
  world: {
    describe: "Make worlds of splats from images, videos or text",
    commands: {
      reconstruct: {
        describe: "Build a world from images or videos",
        load: async () => (await import("./world-reconstruct.ts")).worldReconstruct,
      },
      generate: {
        describe: "Generate a world from a prompt, an image, or both",
        load: async () => (await import("./world-generate.ts")).worldGenerate,
      },
      get: { describe: "Print the status of a world", load: async () => (await import("./world-get.ts")).worldGet },
      wait: { describe: "Wait for a world", load: async () => (await import("./world-wait.ts")).worldWait },
      list: { describe: "List worlds", load: async () => (await import("./world-list.ts")).worldList },
      download: {
        describe: "Save the files of a world",
        load: async () => (await import("./world-download.ts")).worldDownload,
      },
    },
  },
  gen3d: {
    describe: "Make models from images and text",
    commands: {
      "img-to-3d": {
        describe: "Make a model from an image",
        load: async () => (await import("./gen3d-img-to-3d.ts")).gen3dImageTo3d,
      },
      "text-to-3d": {
        describe: "Make a model from text",
        load: async () => (await import("./gen3d-text-to-3d.ts")).gen3dTextTo3d,
      },
      "material-transfer": {
        describe: "Give a model another material",
        load: async () => (await import("./gen3d-material-transfer.ts")).gen3dMaterialTransfer,
      },
      get: { describe: "Print the status of a model", load: async () => (await import("./gen3d-get.ts")).gen3dGet },
    },
  },
  format: {
    describe: "Print the service's description of the scene format",
    load: async () => (await import("./format.ts")).format,
  },
};
