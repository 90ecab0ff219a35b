/** A request, or an entry of one, that may have fields which the contract does not define. */
export interface Extensible {
  /**
   * Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given
   * as itself, and not in here.
   */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}
