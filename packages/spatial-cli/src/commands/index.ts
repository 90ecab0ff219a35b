/** The registry: a command is one file and one line here. Each is loaded when it is called. */
import type { Commands } from "@usdkit/command/cli/command";

export const commands: Commands = {
  render: { describe: "Render a scene to an image", load: async () => (await import("./render.ts")).render },
  job: {
    describe: "Look at render jobs, and wait for them",
    commands: {
      get: { describe: "Ask once how far a job is", load: async () => (await import("./job-get.ts")).jobGet },
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
  upload: { describe: "Upload files, and print their URLs", load: async () => (await import("./upload.ts")).upload },
  mesh: {
    describe: "Read in 3D files, so that scenes can name them",
    commands: {
      ingest: { describe: "Read in a 3D file", load: async () => (await import("./mesh-ingest.ts")).meshIngest },
      get: { describe: "Ask how far that is", load: async () => (await import("./mesh-get.ts")).meshGet },
    },
  },
  world: {
    describe: "Make worlds of splats from images, videos or words",
    commands: {
      reconstruct: {
        describe: "Build a world from images or videos",
        load: async () => (await import("./world-reconstruct.ts")).worldReconstruct,
      },
      generate: {
        describe: "Make up a world from a prompt, an image, or both",
        load: async () => (await import("./world-generate.ts")).worldGenerate,
      },
      get: { describe: "Ask once how far a world is", load: async () => (await import("./world-get.ts")).worldGet },
      wait: { describe: "Wait for a world", load: async () => (await import("./world-wait.ts")).worldWait },
      list: { describe: "List worlds", load: async () => (await import("./world-list.ts")).worldList },
      download: {
        describe: "Save the files of a world",
        load: async () => (await import("./world-download.ts")).worldDownload,
      },
    },
  },
  gen3d: {
    describe: "Make models from images and words",
    commands: {
      "img-to-3d": {
        describe: "Make a model from an image",
        load: async () => (await import("./gen3d-img-to-3d.ts")).gen3dImageTo3d,
      },
      "text-to-3d": {
        describe: "Make a model from words",
        load: async () => (await import("./gen3d-text-to-3d.ts")).gen3dTextTo3d,
      },
      "material-transfer": {
        describe: "Give a model another material",
        load: async () => (await import("./gen3d-material-transfer.ts")).gen3dMaterialTransfer,
      },
      get: { describe: "Ask how far a model is", load: async () => (await import("./gen3d-get.ts")).gen3dGet },
    },
  },
  format: {
    describe: "Print the service's own description of scenes",
    load: async () => (await import("./format.ts")).format,
  },
};
