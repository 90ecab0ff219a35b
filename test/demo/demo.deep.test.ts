// Campaign in CI: The demo as a process: no findings in its first scene, and an image at its end

import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the demo begins with the scene of its image, without findings, and ends with the image", async () => {
  const demo = join(import.meta.dirname, "demo.ts");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [demo], {
    env: { ...process.env, NO_COLOR: "1" },
  });
  const image = stdout.trimEnd().split("\n").at(-1) ?? "";
  try {
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^\nStart the service on this machine\n/);
    const isRendered = stdout.indexOf("image of ");
    expect(isRendered).toBeGreaterThan(stdout.indexOf("\n0 findings\n"));
    expect(stdout.indexOf(" error ")).toBeGreaterThan(isRendered);
    expect(stdout.indexOf("/Shot{guests=two}OtherChair.xformOp:translate variants default")).toBeGreaterThan(
      isRendered,
    );
    expect([image, join(dirname(image), "two-chairs.png")].filter((file) => !existsSync(file))).toEqual([]);
  } finally {
    if (image.includes("usdkit-demo-")) rmSync(dirname(image), { recursive: true });
  }
}, 600_000);
