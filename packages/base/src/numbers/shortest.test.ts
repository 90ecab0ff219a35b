// Campaign: The shortest texts of 50,000 random floats and 20,000 doubles

import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { halfBitsToFloat } from "./half.ts";
import {
  MAX_NUMBER_BYTES,
  formatDouble,
  formatFloat,
  formatHalf,
  writeBigInt,
  writeDouble,
  writeFloat,
  writeHalf,
  writeInteger,
} from "./shortest.ts";

// Text that usd-core 26.11 wrote for chosen and random values. Floats and halfs are given by their bits.
const FLOATS = `
  0 0, 80000000 -0, 7f800000 inf, ff800000 -inf, 3dcccccd 0.1, 3eaaaaab 0.33333334, 3727c5ac 0.00001,
  358637bd 0.000001, 35c9539c 0.0000015, 33d6bf95 1e-7, 358637bc 9.999999e-7, 56b5e621 100000000000000,
  58635fa9 1e15, 58635f9a 999999000000000, 5d720754 1.09e18, 4b800000 16777216, 4c000000 33554432,
  49800002 1048576.2, 49800006 1048576.8, 47f12065 123456.79, 1 1e-45, 800000 1.1754944e-38, 7fffff 1.1754942e-38,
  7f7fffff 3.4028235e38, b33bbd2e -4.371139e-8, 4641421b 12368.526, 1b8c551d 2.321606e-22, 5d3ea52a 8.585895e17,
  43256d4 2.0963669e-36, 5f5e44ea 1.6016183e19, 37af88b2 0.00002092528, 52b61d74 391089100000,
  1cf0a87e 1.5925422e-21, 5f38d106 1.3317432e19, 72206f9b 3.1777616e30, 71c54302 1.9535857e30, 415b58ad 13.709149,
  23010136 6.9933604e-18, 51228d7c 43634900000, 21683f5c 7.8688513e-19, 4906117 3.39434e-36, 3d9f68e2 0.07783677,
  54cbfa3a 7008611700000, 690e8cec 1.077081e25, 6cbe11f2 1.8382452e27, 3eac2897 0.33624718, 7f07ea7f 1.8066335e38,
  5f9a1381 2.2204719e19, 65ace27b 1.0205311e23, 48f59288 502932.25, 2d92483a 1.6630353e-11, 6566d4cf 6.812937e22,
  5b15172 1.6674918e-35, 78fb5f08 4.0787312e34, 49015b1d 529841.8, 373b28ed 0.000011155597, 1abad59c 7.72729e-23,
  1b757111 2.0302459e-22, 3a3a811e 0.0007114577, 4cd98ad7 114054840, 1447de40 1.00907636e-26, 334b2abf 4.7303498e-8,
  37f8f6f6 0.000029678904, 275f4ea 1.8070044e-37, 2e6ee3aa 5.431714e-11, 521c51d6 167846970000,
  5ec8b0a4 7.2306194e18, 1eb6cd6a 1.9354957e-20, 795787ab 6.994347e34, 3bba8438 0.0056920312, 1e0e41eb 7.531049e-21,
  19b762ff 1.896174e-23, 2bbec617 1.3555293e-12, 5ea93c70 6.0973725e18, 7281d6d0 5.143457e30, 4109f933 8.62334,
  40743546 3.8157516, 1aa3662a 6.7580275e-23, 6eaa3c1e 2.6342564e28, 232e64f6 9.453938e-18, 6fde5694 1.3762068e29,
  549782b8 5205865300000, 1569f7e2 4.724952e-26, 509e391a 21236339000, 6d75f6e1 4.757643e27, bc3f0e90 -0.011661187,
  3cce1cac 0.025160156, bf774328 -0.9658685, c00f4644 -2.2386637, 3cbd40e9 0.02310224, b7ecadf3 -0.000028214394,
  383c714d 0.000044928212, 37f8cea7 0.000029660134, ba00659c -0.00048979535, 35917fbb 0.0000010840516,
  3ddd63b3 0.10810032, 46b17309 22713.518, 3b6d916d 0.003625001, c1e55229 -28.665117, 3768d298 0.00001387731,
  398aa7b6 0.00026446366, c722478c -41543.547, c58d37f4 -4518.994, c0397c44 -2.8982096, 456b7f86 3767.9702,
  4463960b 910.3444, c718473d -38983.24, 36084d1e 0.0000020310467, 465add05 14007.255, c1f810c6 -31.00819
`;

const DOUBLES = `
  0.1 0.1, 0.3333333333333333 0.3333333333333333, 0.000001 0.000001, 1e-7 1e-7, 1.5e-7 1.5e-7, 1000000000000000 1e15,
  999999999999999 999999999999999, 1234567890123456 1.234567890123456e15, 9007199254740992 9.007199254740992e15,
  1090000000000000000 1.09e18, 1e+21 1e21, 1e+22 1e22, 5e-324 5e-324, 1.7976931348623157e+308 1.7976931348623157e308,
  2.2250738585072014e-308 2.2250738585072014e-308, 29.97 29.97, 0.30000000000000004 0.30000000000000004, -0 -0,
  123456.789 123456.789, 0.000012345678901234568 0.000012345678901234568,
  2.4683845405102898e-27 2.4683845405102898e-27, 1.8503387632780482e-98 1.8503387632780482e-98,
  6.545431193699732e-66 6.545431193699732e-66, 3.1188621197259966e-57 3.1188621197259966e-57,
  1.132199792736775e-244 1.132199792736775e-244, 5.7406644213419106e-241 5.7406644213419106e-241,
  1.6642047008928148e-248 1.6642047008928148e-248, 3.3544072949864435e-173 3.3544072949864435e-173,
  220520501.1746219 220520501.1746219, 4.0844347875990154e-48 4.0844347875990154e-48,
  1.2302954368941528e-248 1.2302954368941528e-248, 1.2152146798487247e+75 1.2152146798487247e75,
  3.5468479144683813e+202 3.5468479144683813e202, 2.1037351032958313e+223 2.1037351032958313e223,
  3.1333130643482683e-220 3.1333130643482683e-220, 4.5433273385315036e+235 4.5433273385315036e235,
  3.727682474541666e+192 3.727682474541666e192, 4.110782405680519e-131 4.110782405680519e-131,
  1.233335748103888e-51 1.233335748103888e-51, 3.0191240474203844e-88 3.0191240474203844e-88,
  7.510900062003782e-18 7.510900062003782e-18, 1.0524518759746862e-24 1.0524518759746862e-24,
  6.655104657048883e-212 6.655104657048883e-212, 1.5000557266849225e-236 1.5000557266849225e-236,
  3.0405656048932392e+113 3.0405656048932392e113, 5.3882892042119077e+101 5.3882892042119077e101,
  5.528708370575168e-134 5.528708370575168e-134, 5.092209353375024e+41 5.092209353375024e41,
  8.105846362111861e+196 8.105846362111861e196, 5.608380452269166e-102 5.608380452269166e-102,
  8.123027809388348e-294 8.123027809388348e-294, 1.1815121851897677e-259 1.1815121851897677e-259,
  1.6190394857274878e-82 1.6190394857274878e-82, 3.274410400726571e+113 3.274410400726571e113,
  1.8032635483817665e+23 1.8032635483817665e23, 1.600881929792733e+68 1.600881929792733e68,
  1.009184754190657e+38 1.009184754190657e38, 8.633033258438123e-111 8.633033258438123e-111,
  5.8452393977130166e+23 5.8452393977130166e23, 3.419306209910661e-104 3.419306209910661e-104,
  -424551.163 -424551.163, 167000 167000, -581066.3336888 -581066.3336888, -4.9895932734944 -4.9895932734944,
  7.2538602166e-9 7.2538602166e-9, -0.00000262565 -0.00000262565, 14.74245158024132 14.74245158024132,
  0.0037617 0.0037617, -0.0008857 -0.0008857, -3979990.236 -3979990.236, 0.000420437 0.000420437,
  0.001015891 0.001015891, 3.9e-9 3.9e-9, 0.1892 0.1892, 0.04677472496 0.04677472496,
  1459400.984458625 1459400.984458625, -0.3271325603127 -0.3271325603127, 201000 201000,
  0.0049879490724 0.0049879490724, -3.65237130318e-8 -3.65237130318e-8,
  -0.000020622791443020106 -0.000020622791443020106, -76100 -76100, 1.2573453085497e-9 1.2573453085497e-9,
  -4.838045269716531e-9 -4.838045269716531e-9, -4.7766039706767e-8 -4.7766039706767e-8, -4863300000 -4863300000,
  -291662090 -291662090, 44347371.883 44347371.883, 16675151.6052 16675151.6052, -306750 -306750, 23711600 23711600,
  0.00002317810315 0.00002317810315, 140.799 140.799, -0.46698686643503606 -0.46698686643503606,
  -0.0476388 -0.0476388, -3713298050 -3713298050, 0.01420457167551 0.01420457167551, 903135549.7427 903135549.7427,
  -495945.10672614 -495945.10672614, -1.2624374823645e-8 -1.2624374823645e-8
`;

const HALVES = `
  8000 -0, 7c00 inf, 1 5.96046e-08, 2 1.19209e-07, 3 1.78814e-07, 3ff 6.09756e-05, 400 6.10352e-05, 7bff 65504,
  3c00 1, 3555 0.333252, 2e66 0.0999756, 11 1.01328e-06, a8 1.00136e-05, 29d0 0.0454102, 74e4 20032, 77ed 32464,
  465a 6.35156, 5b68 237, 5a16 194.75, 2083 0.00881195, 7a32 50752, 20dd 0.0094986, 6dac 5808, 1515 0.00124073,
  2dae 0.0887451, 62b0 856, 4d0d 20.2031, 7638 25472, 214 3.17097e-05, 25a7 0.0220795, 4683 6.51172, 1304 0.0008564,
  79d3 47712, 4f4d 29.2031, 59bd 183.625, 4995 11.1641, 14fc 0.00121689, 226f 0.0125656, 1c4f 0.00420761, 6f8b 7724,
  1dc3 0.00562668, fa0 0.000465393, 7631 25360, 528a 52.3125, 5d03 320.75, 5db5 365.25, 3e3c 1.55859, 44bb 4.73047,
  66b7 1719, a4a 0.000191927, 72b0 13696, 5149 42.2812, 1e82 0.00635529, 163c 0.00152206, 6db0 5824, 58e5 156.625,
  6828 2128, 322d 0.192993, 6dc4 5904, 4243 3.13086, 1c12 0.00397491, 1703 0.00171185, 6a56 3244, 7a9a 54080,
  4bce 15.6094, 5269 51.2812, 1036 0.00051403, 4227 3.07617, 128c 0.000799179, 4f4c 29.1875, 7216 12464,
  58ab 149.375, 49a3 11.2734
`;

function table(text: string): [string, string][] {
  return text
    .trim()
    .split(/,\s*/)
    .map((row) => row.split(" ") as [string, string]);
}

const words = new Uint32Array(1);
const floats = new Float32Array(words.buffer);

function floatOfBits(bits: number): number {
  words[0] = bits;
  return floats[0];
}

/** Returns the number for a text; USDA writes infinity shorter. */
function parse(text: string): number {
  return text.endsWith("inf") ? (text === "inf" ? Infinity : -Infinity) : Number(text);
}

/** Returns the significant digits of a number's text. */
function significant(text: string): number {
  const digits = text.replace(/e.*/, "").replace(/[-.]/g, "");
  return digits.replace(/^0+/, "").replace(/0+$/, "").length;
}

function expectShortestFloat(bits: number): void {
  const value = floatOfBits(bits);
  const text = formatFloat(value);
  if (value !== value) {
    expect(text).toBe("nan");
    return;
  }
  const back = parse(text);
  if (!Object.is(Math.fround(back), value)) expect.fail(`${text} is not ${value}`);
  if (value === 0 || !Number.isFinite(value)) return;
  const count = significant(text);
  // No shorter text reads back: neither of the two neighbours with one digit fewer does. (This suffices, since a
  // shorter text padded with zeros has that length.)
  if (count > 1) {
    const [digits, power] = Math.abs(value).toExponential(20).split("e");
    const lower = Math.floor(Number(digits.replace(".", "").slice(0, count - 1)));
    for (const whole of [lower, lower + 1]) {
      const shorter = Math.fround(Number(`${whole}e${Number(power) - count + 2}`));
      if (shorter === Math.abs(value)) expect.fail(`${whole} is shorter than ${text}`);
    }
  }
  // Among texts of that length it is the nearest that reads back, unless the nearest does not read back.
  const nearest = Math.abs(value).toPrecision(count);
  if (Math.fround(Number(nearest)) === Math.abs(value)) {
    const [error, least] = [Math.abs(Math.abs(back) - Math.abs(value)), Math.abs(Number(nearest) - Math.abs(value))];
    // The differences are rounded, too, so at a tie they need not be equal.
    if (error > least * (1 + 1e-6)) expect.fail(`${nearest} is nearer than ${text}`);
  }
}

describe("text of the reference", () => {
  test("float", () => {
    for (const [bits, text] of table(FLOATS)) expect(formatFloat(floatOfBits(Number.parseInt(bits, 16)))).toBe(text);
  });

  test("double", () => {
    for (const [value, text] of table(DOUBLES)) expect(formatDouble(Number(value))).toBe(text);
  });

  test("half", () => {
    for (const [bits, text] of table(HALVES)) expect(formatHalf(halfBitsToFloat(Number.parseInt(bits, 16)))).toBe(text);
  });

  test("special values and signs", () => {
    for (const format of [formatFloat, formatDouble, formatHalf]) {
      expect([NaN, Infinity, -Infinity, 0, -0, -1].map(format)).toEqual(["nan", "inf", "-inf", "0", "-0", "-1"]);
    }
  });
});

describe("floats are shortest, nearest, and read back", () => {
  test("random bits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (bits) => {
        expectShortestFloat(bits);
      }),
      { numRuns: inject("deep") ? 50_000 : 10_000 },
    );
  });

  test("powers of two and ten and their neighbours, largest and smallest", () => {
    for (let exponent = 0; exponent < 255; exponent++) {
      for (let step = -3; step <= 3; step++) expectShortestFloat(Math.max(0, (exponent << 23) + step));
    }
    for (let power = -45; power <= 38; power++) {
      floats[0] = 10 ** power;
      const bits = words[0];
      for (let step = -3; step <= 3; step++) expectShortestFloat(bits + step);
    }
    for (let bits = 0; bits < 5000; bits++) expectShortestFloat(bits);
  });

  test("ties between two texts", () => {
    // Units of 1/4 at 2^20 lie halfway between tenths; the even digit is taken.
    expect(formatFloat(1048576.25)).toBe("1048576.2");
    expect(formatFloat(1048576.75)).toBe("1048576.8");
    for (let i = 0; i < 5000; i++) expectShortestFloat(0x49800000 + i);
  });

  test("decimals with up to six digits read back unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: -10, max: 10 }), (whole, power) => {
        const value = Number(`${whole}e${power}`);
        expect(Number(formatFloat(value))).toBe(value);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("doubles", () => {
  const value = fc.oneof(
    fc.double({ noNaN: true }),
    fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 22 })).map(([whole, power]) => whole / 10 ** power),
    fc.tuple(fc.integer(), fc.integer({ min: 0, max: 12 })).map(([whole, power]) => whole / 10 ** power),
  );

  test("have the digits of JavaScript's shortest text", () => {
    fc.assert(
      fc.property(value, (x) => {
        const text = formatDouble(x);
        expect(parse(text)).toBe(x);
        if (Number.isFinite(x) && x !== 0) expect(significant(text)).toBe(significant(String(x)));
      }),
      { numRuns: inject("deep") ? 20_000 : 5_000 },
    );
  });

  test("are fixed from 1e-6 to below 1e15", () => {
    expect([1e-6, 9.5e-7, 1e-7, 999999999999999, 1e15, 1.09e18, 1e21, 1.5e-300].map(formatDouble)).toEqual([
      "0.000001",
      "9.5e-7",
      "1e-7",
      "999999999999999",
      "1e15",
      "1.09e18",
      "1e21",
      "1.5e-300",
    ]);
  });
});

test("every half reads back", () => {
  const finite = Array.from({ length: 65536 }, (_, bits) => halfBitsToFloat(bits)).filter((value) => value === value);
  expect(finite.map(formatHalf).map(halfOf)).toEqual(finite);
});

/** Returns the half nearest to a text, by search: independent of the code under test. */
function halfOf(text: string): number {
  const value = parse(text);
  if (value === 0 || !Number.isFinite(value)) return value;
  const unit = 2 ** (Math.max(-14, Math.floor(Math.log2(Math.abs(value)))) - 10);
  return Math.round(value / unit) * unit;
}

test("writers write the same text at the offset, within the reserved bytes", () => {
  const out = new Uint8Array(3 + MAX_NUMBER_BYTES);
  const written = (end: number): string => String.fromCharCode(...out.subarray(3, end));
  fc.assert(
    fc.property(fc.double(), fc.integer(), (x, whole) => {
      expect(written(writeDouble(x, out, 3))).toBe(formatDouble(x));
      expect(written(writeFloat(x, out, 3))).toBe(formatFloat(x));
      expect(written(writeHalf(x, out, 3))).toBe(formatHalf(x));
      expect(written(writeInteger(whole, out, 3))).toBe(String(whole));
    }),
    { numRuns: 5000 },
  );
  expect(written(writeInteger(4294967295, out, 3))).toBe("4294967295");
  for (const big of [0n, -1n, 2n ** 53n, -(2n ** 63n), 2n ** 64n - 1n]) {
    expect(written(writeBigInt(big, out, 3))).toBe(String(big));
  }
});
