/** Strings, tokens and asset paths, odd ones above all. */
import * as fc from "fast-check";

/** A byte that is not UTF-8 is a lone surrogate; what follows must not make it UTF-8 after all. */
const loneByte = fc.tuple(fc.integer({ min: 0xdc80, max: 0xdcff }), fc.constantFrom("", "a", " ", "\n"));

const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(..."abcXYZ019_ .:/-{}[]()<>@#`$=,;|+~*%&".split("")) },
  { weight: 3, arbitrary: fc.constantFrom('"', "'", "\\", '"""', "'''", '\\"', "\\'", "\\x41", "\\n", '"\n', "'\"") },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "\t", "\0", "\u0001", "\u001b", "\u007f", "\u0085") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("é", "漢", "🎬", "\u2028", "\u202e", "\ufeff", "\uffff", "\u0300", "\ufffd"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);

/** Any text that a layer can hold, bytes that are not UTF-8 left out. */
export const anyText: fc.Arbitrary<string> = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(""));

/** Also with bytes that are not UTF-8. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyText, loneByte, anyText)
      .map(
        ([before, [byte, after], rest]) => `${before} ${String.fromCharCode(byte)}${after === "" ? "" : after + rest}`,
      ),
  },
);

/** A token ends at a NUL, as in the reference. */
export const anyToken: fc.Arbitrary<string> = anyString.map((text) => text.replaceAll("\0", "0"));

/** Control characters cannot be written in asset paths, nor can a backslash before `@` or before the marks around `@`. */
export const assetPath: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("a.usda", "./b c.usda", "", "@", "a@b", "@@@", "a@@@@b", "a@@", "pkg.usdz[in.usd]"),
  },
  {
    weight: 2,
    arbitrary: anyText.map((text) =>
      text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").replaceAll(/\\+(?=@|$)/g, ""),
    ),
  },
);

/** Texts that are their own normal form. */
export const pathExpressionText: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "/A",
  "//",
  "/World//Mesh",
  "/A + /B",
  "~/A",
  '/World//{isa:"Mesh"} - //Looks',
  "%/A:set",
);
