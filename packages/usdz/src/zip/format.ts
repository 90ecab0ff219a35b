/** The records of a ZIP archive: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. */

/** "PK" and the kind of record. */
export const LOCAL_HEADER = 0x04034b50;
export const CENTRAL_HEADER = 0x02014b50;
export const END_OF_DIRECTORY = 0x06054b50;

export const LOCAL_HEADER_SIZE = 30;
export const CENTRAL_HEADER_SIZE = 46;
export const END_OF_DIRECTORY_SIZE = 22;
/** The comment at the end has a length of 16 bits. */
export const MAX_COMMENT_SIZE = 0xffff;

/** Method 0: stored without compression. */
export const STORED = 0;
/** Bit 0 of the flags. */
export const IS_ENCRYPTED = 1;
/** Bit 11: the name is UTF-8. */
export const IS_UTF8 = 0x0800;
/** Sizes and offsets of ZIP64 have this in their 32-bit fields. */
export const MAX_32 = 0xffff_ffff;

/** Files of a package start at a multiple of this, so that they can be mapped (USDZ specification). */
export const ALIGNMENT = 64;
