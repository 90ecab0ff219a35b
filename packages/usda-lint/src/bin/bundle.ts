/** The files of the built commands: each is loaded as Node loads a CommonJS module, with what earlier runs have compiled of it. */
import { fs, path } from "@usdkit/command/process/builtins";
import { KeptScript, scriptOf } from "./kept-script.ts";

/** UTF-16 units of code for which nothing is kept: V8 compiles it as fast as it reads a file. */
const MIN_KEPT = 8192;
/** In code that loads modules: configurations, and packages that are installed next to this one. */
const IMPORT = "import(";

const { Module, createRequire } = process.getBuiltinModule("node:module");

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

export class Bundle {
  readonly #cache: string | undefined;
  /** How the names of files of compiled code begin. */
  readonly #prefix: string;
  readonly #scripts: KeptScript[] = [];

  /**
   * @param cache the folder of compiled code; undefined: nothing is kept
   * @param name of the command: commands call different functions of one file
   */
  constructor(cache: string | undefined, name: string) {
    this.#cache = cache;
    this.#prefix = `${name}-`;
  }

  /** Returns what a file exports. */
  load(file: string): unknown {
    const native = createRequire(file);
    const known = native.cache[file];
    if (known !== undefined) return known.exports;
    const text = fs.readFileSync(file, "utf8");
    // Node resolves the imports of scripts with a warning that this is an experiment.
    if (text.includes(IMPORT)) return native(file);
    const module = new Module(file);
    module.filename = file;
    module.loaded = true;
    // Whoever asks Node for it gets the same.
    native.cache[file] = module;
    const folder = path.dirname(file);
    const load = (id: string): unknown => (/^\.\.?\//u.test(id) ? this.load(path.join(folder, id)) : native(id));
    this.#compile(text, file)(module.exports, Object.assign(load, native), module, file, folder);
    return module.exports;
  }

  /** Saves what V8 has compiled: see `KeptScript`. */
  keep(mayHaveMore: boolean): void {
    for (const script of this.#scripts) script.keep(mayHaveMore);
  }

  #compile(text: string, file: string): ModuleFunction {
    const code = `(function(exports,require,module,__filename,__dirname){${text}\n})`;
    if (this.#cache === undefined || code.length < MIN_KEPT) {
      return scriptOf(code, file).runInThisContext() as ModuleFunction;
    }
    const script = new KeptScript(code, file, path.join(this.#cache, `${this.#prefix}${path.basename(file)}.code`));
    this.#scripts.push(script);
    return script.run() as ModuleFunction;
  }
}
