/** A file is sent in parts of this many bytes, each again if it was lost. */
export const partBytes = 16 * 1024 * 1024;
