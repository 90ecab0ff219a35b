import type { ExamplesOf } from "./endpoint-examples.ts";

const times = { createTime: 1_790_000_000_000, updateTime: 1_790_000_060_000 };

/** Examples of the endpoints of meshes and 3D generation. */
export const taskExamples: ExamplesOf<
  "ingestMesh" | "getMeshTask" | "createImageTo3d" | "createTextTo3d" | "createMaterialTransfer" | "getGen3dTask"
> = {
  ingestMesh: {
    requests: {
      file: { body: { fileUrl: "https://upload.example/files/9e10/chair.ply" } },
      fast: { body: { fileUrl: "https://upload.example/files/9e10/chair.glb", name: "chair", fastUpload: true } },
    },
    replies: { 200: { begun: { taskId: "m-3" } } },
  },
  getMeshTask: {
    requests: { task: { query: { taskId: "m-3" } } },
    replies: {
      200: {
        running: { taskId: "m-3", status: "RUNNING", progress: 0.5, meshId: null, error: null, ...times },
        succeeded: { taskId: "m-3", status: "SUCCEEDED", progress: 1, meshId: "chair-01", error: null, ...times },
        failed: {
          taskId: "m-3",
          status: "FAILED",
          progress: 0.5,
          meshId: null,
          error: { code: 400, message: "the file ends in the middle of a chunk" },
          ...times,
        },
      },
    },
  },
  createImageTo3d: {
    requests: {
      image: { body: { imageUrl: "https://upload.example/files/9e10/chair.png" } },
      guided: { body: { imageUrl: "https://upload.example/files/9e10/chair.png", prompt: "an oak chair" } },
    },
    replies: { 200: { begun: { taskId: "g-1" } } },
  },
  createTextTo3d: {
    requests: {
      text: { body: { prompt: "an oak chair" } },
      guided: { body: { prompt: "an oak chair", imageUrl: "https://upload.example/files/9e10/chair.png" } },
    },
    replies: { 200: { begun: { taskId: "g-2" } } },
  },
  createMaterialTransfer: {
    requests: {
      material: {
        body: {
          modelUrl: "https://upload.example/files/9e10/chair.glb",
          materialUrl: "https://upload.example/files/9e10/oak.zip",
        },
      },
      guided: {
        body: {
          modelUrl: "https://upload.example/files/9e10/chair.glb",
          imageUrl: "https://upload.example/files/9e10/oak.png",
          prompt: "dark oak",
        },
      },
    },
    replies: { 200: { begun: { taskId: "g-3" } } },
  },
  getGen3dTask: {
    requests: { task: { query: { taskId: "g-1" } } },
    replies: {
      200: {
        running: {
          taskId: "g-1",
          type: "img-to-3d",
          status: "RUNNING",
          progress: 0.2,
          result: null,
          error: null,
          ...times,
        },
        succeeded: {
          taskId: "g-1",
          type: "img-to-3d",
          status: "SUCCEEDED",
          progress: 1,
          result: { modelUrl: "https://files.example/g-1.glb", format: "glb" },
          error: null,
          ...times,
        },
        failed: {
          taskId: "g-1",
          type: "img-to-3d",
          status: "FAILED",
          progress: 0.2,
          result: null,
          error: { code: 500, message: "no object was found in the image" },
          ...times,
        },
      },
    },
  },
};
