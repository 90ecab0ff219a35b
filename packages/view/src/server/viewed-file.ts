/** A file shown by the page. */
export interface ViewedFile {
  /** The user's name for the file. */
  readonly name: string;
  /** Its absolute path. */
  readonly location: string;
}
