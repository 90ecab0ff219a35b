import { readFileSync, writeFileSync } from "node:fs";
import { decodeSegment } from "@usdkit/batch/store/segment";
import { encodePack, PackTable } from "@usdkit/batch/store/pack";

/** Changes the answers in packs of a cache, and signs them again: then a test sees whether they are asked. */
export function plantAnswers(files: readonly string[], key: string, change: (answer: string) => string): void {
  for (const file of files) {
    const bytes = readFileSync(file);
    const table = PackTable.decode(file, bytes, key);
    const segments = (table?.places() ?? []).map(({ folder: id, offset, length }) => {
      const answers = decodeSegment(bytes.toString("utf8", offset, offset + length));
      return {
        folder: id,
        answers: new Map(Array.from(answers ?? [], ([name, answer]) => [name, change(answer)])),
      };
    });
    writeFileSync(file, encodePack(segments, table?.age ?? { time: 0, base: 0 }, key).bytes);
  }
}
