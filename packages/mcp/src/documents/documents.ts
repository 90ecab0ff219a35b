/** Documents of a kind, each with a page. */
export interface Documents {
  /** Part of the addresses: `usdkit://NAME/{id}`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly list: () => Promise<readonly { readonly id: string; readonly description: string }[]>;
  /** Returns a page as Markdown; undefined if there is no such document. */
  readonly read: (id: string) => Promise<string | undefined>;
}
