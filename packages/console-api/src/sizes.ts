/** Larger files are sent in parts of this many bytes, each again if it was lost. */
export const partBytes = 16 * 1024 * 1024;
/** The largest file that is sent whole. */
export const wholeBytes = 64 * 1024 * 1024;
