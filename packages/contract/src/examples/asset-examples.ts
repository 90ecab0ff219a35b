import type { ExamplesOf } from "./endpoint-examples.ts";

const refusal = { c: 1003, d: null, m: "no upload was started with this token" };

/** Examples of the asset endpoints. */
export const assetExamples: ExamplesOf<
  "getUploadToken" | "uploadSingle" | "initUpload" | "uploadPart" | "getUploadStatus"
> = {
  getUploadToken: {
    requests: { token: {} },
    replies: {
      200: { token: { ousToken: "5f0c…", globalDomain: "https://upload.example", blockSize: 8_388_608 } },
    },
  },
  uploadSingle: {
    requests: { file: { form: {} } },
    replies: { 200: { begun: { c: 0, d: { taskId: "u-81" } }, refused: refusal } },
  },
  initUpload: {
    requests: {
      begin: {
        query: { md5: "9e107d9d372bb6826bd81d3542a419d6", blocks: 3, size: 20_000_000, name: "room.mp4" },
      },
      named: {
        query: {
          md5: "9e107d9d372bb6826bd81d3542a419d6",
          blocks: 3,
          size: 20_000_000,
          name: "room.mp4",
          metadata: "{}",
          customPrefix: "rooms",
          customFilename: "7.mp4",
        },
      },
    },
    replies: {
      200: {
        new: { c: 0, d: { taskId: "u-82", lackBlocks: [0, 1, 2], progress: 0, deduplicated: false } },
        resumed: { c: 0, d: { taskId: "u-82", lackBlocks: [2], progress: 0.84, deduplicated: false } },
        deduplicated: { c: 0, d: { taskId: "u-83", lackBlocks: [], progress: 1, deduplicated: true } },
      },
    },
  },
  uploadPart: {
    requests: {
      part: { form: { taskId: "u-82", partNumber: 2 } },
      summed: { form: { taskId: "u-82", partNumber: 2, md5: "e4d909c290d0fb1ca068ffaddf22cbd0" } },
    },
    replies: { 200: { taken: { c: 0, d: null }, refused: refusal } },
  },
  getUploadStatus: {
    requests: { latest: {} },
    replies: {
      200: {
        receiving: { c: 0, d: { taskId: "u-82", status: 2, lackBlocks: [2], progress: 0.84 } },
        success: {
          c: 0,
          d: {
            taskId: "u-82",
            status: 5,
            url: "https://upload.example/files/9e10/room.mp4",
            name: "room.mp4",
            size: 20_000_000,
          },
        },
        failed: { c: 0, d: { taskId: "u-82", status: 4, message: "the md5 of the whole file is another" } },
        refused: refusal,
      },
    },
  },
};
