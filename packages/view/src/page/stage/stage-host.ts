/** What a page needs of the place that composes stages: a server, a worker, an editor. */
import type { StageReply, StageRequest } from "../../protocol/stage-messages.ts";

/** Answers questions about the stages of the page's files. */
export interface StageHost {
  /**
   * Returns the reply to a question about the stage whose root layer is a file.
   *
   * @param file The number of the file.
   * @throws {Error} whose message is for the user.
   */
  ask(file: number, request: StageRequest): Promise<StageReply>;
}
