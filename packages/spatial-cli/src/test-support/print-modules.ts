/** Preloaded with `node --import`: prints every loaded module to standard error. */
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) => {
    process.stderr.write(`loads ${url}\n`);
    return next(url, context);
  },
});
