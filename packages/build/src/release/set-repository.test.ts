import { expect, test } from "vitest";
import { addressesOf } from "./set-repository.ts";

test.each(["https://github.com/a/b", "https://github.com/a/b.git", "https://github.com/a/b/"])("%s", (url) => {
  expect(addressesOf(url, "packages/usda")).toEqual({
    homepage: "https://github.com/a/b/tree/main/packages/usda#readme",
    bugs: "https://github.com/a/b/issues",
    repository: { type: "git", url: "git+https://github.com/a/b.git", directory: "packages/usda" },
  });
});

test.each(["", "github.com/a/b", "http://github.com/a/b", "https://github.com/", "https://github.com/a/b?x"])(
  "%s is rejected",
  (url) => {
    expect(() => addressesOf(url, "packages/usda")).toThrow("expected https://HOST/OWNER/NAME");
  },
);
