import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of limited size. */
export interface SmallDisk extends Disposable {
  readonly folder: string;
}

/** Undefined if this user may not mount one; prints that. */
export function smallDisk(size: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-small-disk-"));
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], {
    encoding: "utf8",
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (status !== 0) {
    remove();
    console.log(`Skipped: no disk can be mounted that gets full (${(stderr ?? "no mount").trim()})`);
    return undefined;
  }
  return {
    folder,
    [Symbol.dispose]: () => {
      spawnSync("umount", ["-l", folder]);
      remove();
    },
  };
}
