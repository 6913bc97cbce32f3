import type picocolors from 'picocolors';

/** Colours for text, or the same functions without effect. */
export type Paint = ReturnType<typeof picocolors.createColors>;
