/**
 * Settings of the memory allocator of Linux (glibc). By default it keeps what a program frees: after a few edits of a document of
 * 5 MB, several times its size. With these, blocks of a page or more are mapped one by one and returned to the system when they are
 * freed: texts, and the memory of V8's compiler, which comes in blocks of 8 to 64 KB. Without room at the top of the heap
 * (`TOP_PAD`), none of them is taken from there. mallopt(3) defines the settings.
 */
export const ALLOCATOR_SETTINGS: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "4096",
  MALLOC_TRIM_THRESHOLD_: "16384",
  MALLOC_TOP_PAD_: "0",
  MALLOC_MMAP_MAX_: "10000",
};
