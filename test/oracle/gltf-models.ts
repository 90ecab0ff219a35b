/** glTF files for the comparisons: those that a person names, and all of the folders that they name. */
import { globSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** What the validator of Khronos says of a file. */
export interface KhronosReport {
  readonly issues: { readonly messages: readonly KhronosMessage[] };
}

interface KhronosMessage {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
  /** 0 is an error. */
  readonly severity: number;
}

interface KhronosOptions {
  readonly externalResourceFunction?: (uri: string) => Promise<Uint8Array>;
}

/** The validator of Khronos has no types. */
const { validateBytes } = createRequire(join(import.meta.dirname, "../../packages/convert/package.json"))(
  "gltf-validator",
) as { validateBytes: (bytes: Uint8Array, options?: KhronosOptions) => Promise<KhronosReport> };

const shared = resolve(import.meta.dirname, "../../../shared/gltf/files");

/** Absolute paths of the files that are named, and of those below folders; without names the models of ../shared/gltf. */
export function gltfModels(names: readonly string[]): readonly string[] {
  return (names.length > 0 ? names : [shared]).flatMap((name) => {
    const path = resolve(name);
    if (!statSync(path).isDirectory()) return [path];
    return globSync(join(path, "**/*.{glb,gltf,GLB,GLTF}")).toSorted();
  });
}

/** Returns the errors that the validator of Khronos finds in a file. */
export async function khronosErrors(bytes: Uint8Array, file = "."): Promise<readonly string[]> {
  let report: KhronosReport;
  try {
    report = await validateBytes(bytes, {
      externalResourceFunction: (uri) =>
        Promise.resolve(new Uint8Array(readFileSync(join(dirname(file), decodeURIComponent(uri))))),
    });
  } catch (error) {
    return [String(error)];
  }
  return report.issues.messages
    .filter(({ severity }) => severity === 0)
    .map(({ pointer = "", message }) => `${pointer}: ${message}`);
}
