import { unmarkedUtf16 } from './utf16-decoder.ts';

const utf16Mark = /^(?:\u00ff\u00fe|\u00fe\u00ff)/u;

/** Whether the first bytes are surely no text: of bytes with any value a tenth are control characters, of text hardly one. */
export function isBinary(head: Buffer): boolean {
  if (head.length < 1024 || utf16Mark.test(head.toString('latin1', 0, 2))) return false;
  const controls = head.filter((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1a));
  return controls.length > head.length * 0.07 && unmarkedUtf16(head) === undefined;
}
