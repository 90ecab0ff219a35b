import type { ExamplesOf } from "./endpoint-examples.ts";

const image = (number: number): { readonly url: string } => ({
  url: `https://upload.example/files/9e10/view-${String(number).padStart(2, "0")}.jpg`,
});

const row = {
  worldId: "w-7",
  name: "room",
  cover: "https://files.example/w-7/cover.jpg",
  scene: "indoor",
  createTime: 1_790_000_000_000,
  updateTime: 1_790_000_360_000,
};

/** Examples of the world endpoints. */
export const worldExamples: ExamplesOf<"reconstructWorld" | "generateWorld" | "getWorld" | "listWorlds"> = {
  reconstructWorld: {
    requests: {
      images: {
        headers: { "x-source": "workshop" },
        body: {
          name: "room",
          resources: Array.from({ length: 20 }, (_, i) => image(i + 1)),
          taskQuality: "medium",
          scene: "indoor",
        },
      },
      panoramicVideo: {
        body: { resources: [{ url: "https://upload.example/files/9e10/walk.insv", type: "video" }] },
      },
    },
    replies: { 200: { begun: { worldId: "w-7" } } },
  },
  generateWorld: {
    requests: {
      prompt: { body: { prompt: "a small workshop with a window to the garden" } },
      promptAndImage: {
        headers: { "x-source": "workshop" },
        body: {
          name: "workshop",
          cover: "https://upload.example/files/9e10/cover.png",
          prompt: "the same room at night",
          resources: [{ url: "https://upload.example/files/9e10/view.png", type: "image" }],
        },
      },
    },
    replies: { 200: { begun: { worldId: "w-8" } } },
  },
  getWorld: {
    requests: { world: { path: { worldId: "w-7" } } },
    replies: {
      200: {
        running: { ...row, status: "RUNNING", progress: 0.4 },
        succeeded: {
          ...row,
          status: "SUCCEEDED",
          progress: 1,
          assets: {
            splats: {
              urls: {
                plyPath: "https://files.example/w-7/world.ply",
                spzPath: "https://files.example/w-7/world.spz",
                lodMetaPath: "https://files.example/w-7/lod.json",
              },
            },
            semanticsMetadata: {},
          },
        },
        failed: {
          ...row,
          status: "FAILED",
          progress: 0.4,
          error: { code: 500, message: "the images do not overlap enough" },
        },
      },
    },
  },
  listWorlds: {
    requests: {
      firstPage: { body: { pageNum: 0, pageSize: 20, statusList: ["RUNNING", "SUCCEEDED"] } },
      all: { body: {} },
    },
    replies: {
      200: {
        page: {
          pageNum: 0,
          pageSize: 20,
          count: 1,
          totalCount: 1,
          hasMore: false,
          result: [{ ...row, status: "SUCCEEDED", progress: 1 }],
        },
        empty: { pageNum: 0, pageSize: 20, count: 0, totalCount: 0, hasMore: false, result: [] },
      },
    },
  },
};
