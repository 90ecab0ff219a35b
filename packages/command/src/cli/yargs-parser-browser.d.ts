// The parser of yargs without the file access that it needs to read configuration files, which takes milliseconds to load.
declare module "yargs-parser/browser" {
  import type { Arguments, Options } from "yargs-parser";

  const parser: {
    detailed(argv: string[], options: Options): { argv: Arguments; error: Error | null };
  };
  export default parser;
}
