/** Findings on the stages of open documents: computed in pauses, and moved with the text until they are computed again. */
import type { ByteRange } from "@usdkit/layer";
import { withoutKnown, type Finding, type SceneCheckOptions } from "@usdkit/validate";
import type { StageFinding } from "@usdkit/validate/stage";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import { fileOf } from "../protocol/uris.ts";

/** Milliseconds without a change of any document before stages are checked. */
const PAUSE = 600;
/** Findings of one document. */
const MAX_FINDINGS = 1000;

/** What was found in one version of a document. */
interface Found {
  /** Of the version; undefined without findings. */
  readonly bytes: Uint8Array | undefined;
  readonly findings: readonly Finding[];
  readonly isLimited: boolean;
}

/** A finding, and where it is in the present text. */
export interface MovedFinding {
  readonly finding: Finding;
  readonly range: ByteRange;
}

/** Checks the stages of the open documents, one after the other. */
export class StageFindings {
  readonly #session: Session;
  readonly #onFound: (uri: string) => void;
  readonly #found = new Map<string, Found>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes with every document: a check of earlier texts ends. */
  #revision = 0;

  /** @param onFound called for a document whose findings are others than before */
  constructor(session: Session, onFound: (uri: string) => void) {
    this.#session = session;
    this.#onFound = onFound;
    session.onChange(() => this.#later());
    session.onFiles(() => this.#later());
    session.onClose((uri) => {
      this.#found.delete(uri);
      this.#later();
    });
  }

  /** Returns the findings of a document that no later edit touched, where they are now. */
  of(document: DocumentState): readonly MovedFinding[] {
    const found = this.#found.get(document.uri);
    if (found?.bytes === undefined) return [];
    const { bytes } = document.text;
    const move = found.bytes === bytes ? undefined : movedBy(found.bytes, bytes);
    return found.findings.flatMap((finding) => {
      const range = move === undefined ? finding.range : move(finding.range);
      return range === undefined ? [] : { finding, range };
    });
  }

  /** Whether the stage of a document is too large to be checked whole. */
  isLimited(uri: string): boolean {
    return this.#found.get(uri)?.isLimited === true;
  }

  #later(): void {
    const revision = ++this.#revision;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#checkAll(revision).catch((error: unknown) => this.#session.logError("The check of stages", error));
    }, PAUSE);
    // A server without a client ends.
    if (typeof this.#timer === "object") this.#timer.unref();
  }

  async #checkAll(revision: number): Promise<void> {
    const isWanted = (): boolean => revision === this.#revision;
    for (const { uri } of Array.from(this.#session.documents)) {
      if (!isWanted()) return;
      await this.#check(uri, isWanted);
    }
  }

  async #check(uri: string, isWanted: () => boolean): Promise<void> {
    const { composition, host } = this.#session;
    const settings = await this.#session.settings(uri);
    const root = await this.#session.rootOf(uri);
    const document = this.#session.document(uri);
    if (document === undefined || document.isTooLarge || settings.isIgnored) return;
    // Paths of a text without a place, or of an earlier revision, lead nowhere.
    if (!uri.startsWith("file:") && (await host.status(uri)) === undefined) return;
    const found = await composition.findings(root, settings.check, isWanted);
    if (found === undefined || !isWanted()) return;
    const own = found.findings.filter(({ layer }) => fileOf(layer) === fileOf(uri)).slice(0, MAX_FINDINGS);
    // A large part of the server, which a document without findings does not need.
    const findings = own.length === 0 ? [] : await reported(document, own, settings.check);
    const before = this.#found.get(uri);
    const bytes = findings.length === 0 ? undefined : document.text.bytes;
    this.#found.set(uri, { bytes, findings, isLimited: found.isLimited });
    host.workDone?.();
    const isEmpty = findings.length === 0 && !found.isLimited;
    if (!isEmpty || (before !== undefined && (before.findings.length > 0 || before.isLimited))) this.#onFound(uri);
  }
}

async function reported(
  { layer }: DocumentState,
  found: readonly StageFinding[],
  check: SceneCheckOptions,
): Promise<readonly Finding[]> {
  const { reportLayer } = await import("@usdkit/validate/stage");
  return withoutKnown(reportLayer(layer, found, check).findings, check.known);
}

/** Returns a function from ranges of one text to those of another, by what both begin and end with; undefined for what is between. */
function movedBy(before: Uint8Array, after: Uint8Array): (range: ByteRange) => ByteRange | undefined {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const shift = after.length - before.length;
  return ({ start, end }) => {
    if (end <= head) return { start, end };
    return start >= before.length - tail ? { start: start + shift, end: end + shift } : undefined;
  };
}
