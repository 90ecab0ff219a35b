import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkWorldResources, resourceDoubts } from "./check-world-resources.ts";
import { checkGeneration, generateWorldRequestSchema } from "./generate-world.ts";
import { createWorldRequestSchema } from "./reconstruct-world.ts";
import { defaultWorldName } from "./world-name.ts";
import { resourceTypeOf } from "./resource-type.ts";
import type { WorldResource } from "./world-resource.ts";

const image: WorldResource = { url: "https://h/a.jpg" };
const video: WorldResource = { url: "https://h/a.mp4", type: "video" };
const of = (count: number, resource: WorldResource): WorldResource[] => Array.from({ length: count }, () => resource);
const messages = (purpose: "reconstruction" | "generation", ...resources: WorldResource[]): string[] =>
  checkWorldResources(purpose, resources).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("resources of a reconstruction", () => {
  test.each([
    [20, 0],
    [21, 0],
    [0, 1],
    [0, 3],
    [20, 2],
  ])("%i images and %i videos are enough", (images, videos) => {
    expect(messages("reconstruction", ...of(images, image), ...of(videos, video))).toEqual([]);
  });

  test("fewer than 20 images are too few, also with videos", () => {
    const message =
      'resources: expected at least 20 images for a reconstruction, found 19: add 1 more, or declare videos with type "video"';
    expect(messages("reconstruction", ...of(19, image))).toEqual([message]);
    expect(messages("reconstruction", ...of(18, image), video, { ...image, type: "image" })).toEqual([message]);
    expect(messages("reconstruction")).toEqual(["resources: expected at least 20 images, or a video, found nothing"]);
  });
});

describe("resources of a generation", () => {
  test("at most one image", () => {
    expect(messages("generation")).toEqual([]);
    expect(messages("generation", image)).toEqual([]);
    expect(messages("generation", image, { ...image, type: "image" })).toEqual([
      "resources: expected at most 1 image for a generation, found 2",
    ]);
  });

  test("a prompt or an image", () => {
    expect(checkGeneration({ prompt: "a room" })).toEqual([]);
    expect(checkGeneration({ prompt: " ", resources: [image] })).toEqual([]);
    expect(checkGeneration({ prompt: " \n" })).toMatchObject([{ path: ["prompt"] }]);
    expect(checkGeneration({ resources: [video] })).toMatchObject([{ path: ["prompt"] }]);
    expect(checkGeneration({})).toMatchObject([{ path: ["prompt"] }]);
  });
});

describe("extensions", () => {
  test.each([".jpg", ".jpeg", ".png", ".webp", ".JPG"])("%s is an image", (extension) => {
    const url = `https://h/a${extension}?size=1`;
    expect(messages("generation", { url })).toEqual([]);
    expect(messages("generation", { url, type: "image" })).toEqual([]);
    expect(messages("generation", { url, type: "video" })).toHaveLength(1);
    expect(resourceTypeOf(extension.toLowerCase())).toBe("image");
  });

  test.each([".mp4", ".mov", ".insv", ".INSV"])("%s is a video", (extension) => {
    const url = `https://h/a${extension}`;
    expect(messages("generation", { url, type: "video" })).toEqual([]);
    expect(messages("generation", { url, type: "image" })).toHaveLength(1);
    expect(messages("generation", { url })).toHaveLength(1);
    expect(resourceTypeOf(extension.toLowerCase())).toBe("video");
  });

  test("problems state the value, the expectation and the fix", () => {
    expect(messages("generation", { url: "https://h/walk.insv" })).toEqual([
      "resources.0.type: the file counts as an image, as its type is left out, with extension .insv: " +
        'expected .jpg, .jpeg, .png, .webp; .insv is declared as "video"',
    ]);
    expect(resourceTypeOf(".gif")).toBeUndefined();
    expect(resourceTypeOf(undefined)).toBeUndefined();
  });

  test("that are unknown pass, with a warning", () => {
    const walk = { url: "https://h/walk", type: "video" } as const;
    expect(messages("generation", video, walk)).toEqual([]);
    expect(resourceDoubts([image, walk, { url: "https://h/a.heic" }])).toEqual([
      {
        path: ["body", "resources", 1, "url"],
        message: "expected .mp4, .mov, .insv, found no extension",
        isWarned: true,
      },
      {
        path: ["body", "resources", 2, "url"],
        message: "expected .jpg, .jpeg, .png, .webp, found extension .heic",
        isWarned: true,
      },
    ]);
  });

  test("a mistake in thousands of files is reported a hundred times", () => {
    expect(messages("reconstruction", ...of(5000, { url: "https://h/a.mp4" }))).toHaveLength(100);
    expect(resourceDoubts(of(5000, { url: "https://h/a.gif" }))).toHaveLength(100);
  });
});

test("the schemas report what the rules report, at the same paths", () => {
  const resource = fc.record(
    {
      url: fc.constantFrom("https://h/a.jpg", "https://h/b.insv", "https://h/c.gif", "https://h/d"),
      type: fc.constantFrom("image" as const, "video" as const),
    },
    { requiredKeys: ["url"] },
  );
  fc.assert(
    fc.property(
      fc.array(resource, { maxLength: 25, size: "max" }),
      fc.constantFrom("", "a room"),
      (resources, prompt) => {
        const found = (error?: {
          readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[];
        }) => (error?.issues ?? []).map(({ path, message }) => ({ path, message }));
        expect(found(createWorldRequestSchema.safeParse({ resources }).error)).toEqual(
          checkWorldResources("reconstruction", resources),
        );
        expect(found(generateWorldRequestSchema.safeParse({ prompt, resources }).error)).toEqual(
          checkGeneration({ prompt, resources }),
        );
      },
    ),
  );
});

test.each([
  [{ resources: [{ url: "https://h/a/my%20room.jpg" }], prompt: "x" }, "my room"],
  [
    { resources: [{ url: "https://h/" }], prompt: " a  small\nworkshop with a window to the garden " },
    "a small workshop with a window",
  ],
  [{ resources: [], prompt: "😀".repeat(100) }, "😀".repeat(60)],
  [{ resources: [{ url: "https://h/%ff.jpg" }] }, "World"],
  [{ resources: [{ url: "https://h/.hidden" }] }, ".hidden"],
  [{}, "World"],
])("the name of a world that was given none: %j", (request, name) => {
  expect(defaultWorldName(request)).toBe(name);
});

test("fields of a request other than its resources", () => {
  const body = { resources: of(20, image) };
  for (const good of [{ taskQuality: "low" }, { taskQuality: "best" }, { scene: "indoor" }, { name: "Room 7" }]) {
    expect(createWorldRequestSchema.safeParse({ ...body, ...good }).success).toBe(true);
  }
  for (const bad of [{ taskQuality: "HIGH" }, { scene: "Indoor" }, { name: "" }, { cover: "c" }]) {
    expect(createWorldRequestSchema.safeParse({ ...body, ...bad }).success).toBe(false);
  }
});
