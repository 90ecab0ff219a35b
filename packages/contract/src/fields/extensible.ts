/** A request, or an entry of one, that may have fields which the contract does not define. */
export interface Extensible {
  /**
   * Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not
   * be in it.
   */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}
