/** An invalid scene in a request; the message contains field, line and column. */
export class SceneProblem extends Error {
  override readonly name: string = "SceneProblem";
}
