/** Replaces code that is made from text, which the content security policy of the page forbids. */
import type { Plugin } from "rolldown";

interface Replacement {
  readonly from: string;
  readonly to: string;
}

/**
 * Functions that Emscripten's embind makes with `new Function`, as closures (as its option `DYNAMIC_EXECUTION=0` has them), in
 * Basis Universal of ktx2-encoder.
 */
const replacements: readonly Replacement[] = [
  {
    // `createJsInvoker`: a C++ function with its conversions of arguments and result.
    from: "return new Function(args1,invokerFnBody)",
    to: `return (humanName, throwBindingError, invoker, fn, runDestructors, fromRetWire, toClassParamWire, ...rest) => {
      const toWires = rest.slice(0, argCount);
      const ends = rest.slice(argCount);
      return function (...given) {
        const destructors = needsDestructorStack ? [] : null;
        const wired = isClassMethodFunc ? [toClassParamWire(destructors, this)] : [];
        const first = wired.length;
        for (let i = 0; i < argCount; i++) wired.push(toWires[i](destructors, given[i]));
        const result = invoker(fn, ...wired);
        if (needsDestructorStack) runDestructors(destructors);
        else {
          let next = 0;
          for (let i = isClassMethodFunc ? 1 : 2; i < argTypes.length; i++) {
            if (argTypes[i].destructorFunction !== null) ends[next++](wired[i === 1 ? 0 : first + i - 2]);
          }
        }
        if (returns) return fromRetWire(result);
      };
    };`,
  },
  {
    // `__emval_create_invoker`: a call of a JavaScript function, constructor or method by C++.
    from: "var invokerFunction=new Function(Object.keys(captures),functionBody)(...Object.values(captures));",
    to: `var invokerFunction = (handle, methodName, destructorsRef, args) => {
      const values = argFromPtr.map((read, i) => read(args + i * GenericWireTypeSize));
      const call = () => {
        if (kind === 3) return values.at(-1);
        const value = Emval.toValue(handle);
        if (kind === 0) return value(...values);
        if (kind === 2) return new value(...values);
        return value[getStringOrSymbol(methodName)](...values);
      };
      const result = call();
      if (!retType.isVoid) return emval_returnValue(toReturnWire, destructorsRef, result);
    };`,
  },
];

/** Returns the plugin. It fails if the module is another version, whose code must be read first. */
export function withoutEval(): Plugin {
  return {
    name: "without-eval",
    transform: {
      filter: { id: /ktx2-encoder\/dist\/basis\/basis_encoder\.js$/ },
      handler(code) {
        let result = code;
        for (const { from, to } of replacements) {
          if (code.split(from).length !== 2) throw new Error(`basis_encoder.js: expected "${from}" once`);
          result = result.replace(from, () => to);
        }
        if (result.includes("new Function")) throw new Error("basis_encoder.js: unknown use of new Function");
        return { code: result, map: null };
      },
    },
  };
}
