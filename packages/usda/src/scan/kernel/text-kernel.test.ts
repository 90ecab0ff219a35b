import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NumericListReader } from "../numeric-list.ts";
import { NumericSampleReader } from "../numeric-samples.ts";

/** Texts that the kernel reads, that it leaves to JavaScript, and that neither reads. */
const number = fc.oneof(
  { weight: 20, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map(String) },
  { weight: 20, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((value) => String(value / 1000)) },
  { weight: 4, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 4, arbitrary: fc.constantFrom("-0", "-00", "-0.0", "007", "1.", ".5", "inf", "-inf", "nan", "1e400") },
  { weight: 2, arbitrary: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String) },
  { weight: 2, arbitrary: fc.stringMatching(/^-?[0-9]{1,12}\.[0-9]{1,24}(e[+-]?[0-9]{1,3})?$/u) },
);
const separator = fc.constantFrom(",", ", ", " , ", ",\n", ",\r\n    ", ",\t", ", \n\n  ");
const rare = fc.constantFrom("", "", "", "", "", "", "x", "(", "[1]", "1.5.5", ";", "#\n");

/** More numbers than fit one window of the kernel, from few generated ones. */
const parts = fc
  .tuple(fc.array(fc.tuple(number, separator), { minLength: 20, maxLength: 60 }), fc.nat(9), rare)
  .map(([drawn, offset, last]) => {
    const items: string[] = [];
    let length = offset;
    for (let i = 0; length < 70_000; i++) {
      const [text, between] = drawn[(i * 7 + offset) % drawn.length] ?? ["0", ","];
      items.push(text, between);
      length += text.length + between.length;
    }
    return { items, last };
  });

const bitsOf = (array: ArrayBufferView | undefined): string =>
  array === undefined ? "" : Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

test.each(["double", "float", "int"] as const)("lists of %s longer than a window are read as in JavaScript", (kind) => {
  fc.assert(
    fc.property(parts, fc.constantFrom(0, 2, 3), ({ items, last }, columns) => {
      let text = "[";
      for (let i = 0; i + 1 < items.length; i += 2) {
        const place = columns === 0 ? -1 : (i / 2) % columns;
        text += `${place === 0 ? "(" : ""}${items[i]}${place >= 0 && place === columns - 1 ? ")" : ""}${items[i + 1]}`;
      }
      const bytes = new TextEncoder().encode(`${text}${last}]\n}\n`);
      const reader = new NumericListReader(bytes);
      reader.kernelBytes = Infinity;
      const plain = reader.readList(1, kind, 0, columns);
      reader.kernelBytes = 0;
      const list = reader.readList(1, kind, 0, columns);
      expect(bitsOf(list ?? undefined)).toBe(bitsOf(plain ?? undefined));
      expect(list === null).toBe(plain === null);
    }),
    { numRuns: 30 },
  );
});

test("samples longer than a window are read as in JavaScript", () => {
  fc.assert(
    fc.property(parts, ({ items, last }) => {
      let text = "{";
      for (let i = 0; i + 1 < items.length; i += 2) text += `${i / 4} : ${items[i]}${items[i + 1]}`;
      const bytes = new TextEncoder().encode(`${text}${last}}\n}\n`);
      const reader = new NumericSampleReader(bytes);
      reader.lists.kernelBytes = Infinity;
      const plain = reader.readSamples(1, "double", 0, 0);
      reader.lists.kernelBytes = 0;
      const samples = reader.readSamples(1, "double", 0, 0);
      expect(bitsOf(samples?.values)).toBe(bitsOf(plain?.values));
      expect(bitsOf(samples?.times)).toBe(bitsOf(plain?.times));
      expect(samples === null).toBe(plain === null);
    }),
    { numRuns: 30 },
  );
});

/** Every number of digits before and after the point, at every distance to the end of a window's vectors. */
test.each(["double", "float", "int"] as const)("numbers of every length are read as %s as in JavaScript", (kind) => {
  const numbers: string[] = [];
  const digits = "98765432101234567890123";
  for (let whole = 0; whole <= 20; whole++)
    for (let fraction = -1; fraction <= 20; fraction++)
      for (const sign of ["", "-"]) {
        const text = `${sign}${digits.slice(0, whole)}${fraction < 0 ? "" : `.${digits.slice(3, 3 + fraction)}`}`;
        numbers.push(text, text.replaceAll(/[1-9]/gu, "0"));
      }
  const different: string[] = [];
  for (const after of [",", "]", " ]", "e2,", "e-3]", "x]", ""])
    for (const text of numbers) {
      const bytes = new TextEncoder().encode(`[${text}${after}7]\n}\n`);
      const reader = new NumericListReader(bytes);
      reader.kernelBytes = Infinity;
      const plain = reader.readList(1, kind, 0, 0);
      reader.kernelBytes = 0;
      const list = reader.readList(1, kind, 0, 0);
      const isSame = (list === null) === (plain === null) && bitsOf(list ?? undefined) === bitsOf(plain ?? undefined);
      if (!isSame) different.push(text + after);
    }
  expect(different).toEqual([]);
});
