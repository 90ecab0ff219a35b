import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { streamedForm } from "./streamed-form.ts";

/** A file of those chunks, with a declared size of `size` bytes. */
function fileOf(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  size: number,
): { size: number; stream: () => ReadableStream<Uint8Array<ArrayBuffer>> } {
  return { size, stream: () => ReadableStream.from<Uint8Array<ArrayBuffer>>(pieces) };
}

const bytesOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Buffer> =>
  Buffer.from(await new Response(stream).arrayBuffer());

describe("streamedForm", () => {
  test("is a form that other parsers read: fields first, then the file, with the declared length", async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 100 }), { minLength: 1, maxLength: 8 });
    const fields = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.string({ maxLength: 20 })), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(pieces, fields, fc.string({ minLength: 1, unit: "grapheme" }), async (all, given, fileName) => {
        const bytes = Buffer.concat(all);
        // A bare line break in a field's value reads as CRLF (HTML); names with a part of their own are the caller's.
        // HTML writes quotes and line breaks in names as %22, %0D and %0A, and leaves a percent sign alone.
        const plain = given.filter(
          ([name, value]) => name !== "file" && !/%(?:22|0[AD])/i.test(name) && !/[\r\n]/.test(name + value),
        );
        const form = streamedForm(plain, fileOf(all, bytes.length), fileName, "application/octet-stream");
        const body = await bytesOf(form.stream());
        expect(body.length).toBe(form.length);
        const read = await new Response(body, { headers: { "content-type": form.contentType } }).formData();
        const entries = [...read.entries()];
        expect(entries.slice(0, -1)).toEqual(plain);
        const [name, file] = entries.at(-1) ?? [];
        expect(name).toBe("file");
        expect(file).toMatchObject({ type: "application/octet-stream" });
        expect(Buffer.from(await (file as File).arrayBuffer()).equals(bytes)).toBe(true);
      }),
    );
  });

  test("starts over for each attempt, with the same bytes", async () => {
    const form = streamedForm([["a", "b"]], fileOf([new Uint8Array([1, 2])], 2), "x", "text/plain");
    expect((await bytesOf(form.stream())).equals(await bytesOf(form.stream()))).toBe(true);
  });

  test("escapes names, so that none ends a line or a header", async () => {
    const form = streamedForm([['a"\r\nb', "v"]], fileOf([new Uint8Array([1])], 1), 'x"\r\ny', "text/plain");
    const text = (await bytesOf(form.stream())).toString();
    expect(text).toContain('name="a%22%0D%0Ab"');
    expect(text).toContain('filename="x%22%0D%0Ay"');
  });

  test.each([
    ["too few", 3],
    ["too many", 1],
  ])("fails for a file that gives %s bytes: better no part than a wrong one", async (_, size) => {
    const form = streamedForm([], fileOf([new Uint8Array([1, 2])], size), "x", "text/plain");
    await expect(bytesOf(form.stream())).rejects.toThrow(/a file of \d bytes gave 2/);
  });

  test("does not use the boundary of another form", () => {
    const types = Array.from({ length: 20 }, () => streamedForm([], fileOf([], 0), "x", "a/b").contentType);
    expect(new Set(types).size).toBe(20);
  });

  test("cancels the file's stream when its bytes are no longer needed", async () => {
    let reason: unknown;
    const file = {
      size: 10,
      stream: () => new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: (why) => void (reason = why) }),
    };
    await streamedForm([], file, "x", "a/b").stream().cancel("enough");
    expect(reason).toBe("enough");
  });
});
