/** The identity of a finding, independent of its line: services recognize new findings by it. */
import type { Finding } from "@usdkit/validate";

/**
 * A fingerprint for each finding of one file, all different: of its rule, prim path, property, message and of how many like
 * it come before. Lines, columns, offsets and numbers in messages are no part of it, so it stays when lines are added above
 * and when a value that was wrong is still wrong.
 *
 * @param scope What else must be the same, such as the path of the file.
 * @returns 32 hexadecimal digits each, in the order of the findings.
 */
export function fingerprints(findings: readonly Finding[], scope = ""): string[] {
  const { hash } = process.getBuiltinModule("node:crypto");
  const seen = new Map<string, number>();
  return findings.map(({ rule, primPath, property, message }) => {
    const identity = [scope, rule, primPath, property, normalise(message)];
    const key = JSON.stringify(identity);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return hash("sha256", JSON.stringify([...identity, occurrence]), "hex").slice(0, 32);
  });
}

function normalise(message: string): string {
  return message
    .normalize("NFC")
    .replaceAll(/\d+(?:\.\d+)?/g, "0")
    .replaceAll(/\s+/g, " ");
}
