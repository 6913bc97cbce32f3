import { partBytes } from '../../api/sizes.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { giveBack } from './give-back.ts';
import type { Sums, SumsAsk, Tell } from './messages.ts';

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The sha256 of a file, and of each part in which it is sent, with one part in memory. Undefined once it is not wanted any more. */
export async function sumsOf(file: Blob, isWanted: () => boolean): Promise<Sums | undefined> {
  const whole = sha256.create();
  const parts: string[] = [];
  for (let at = 0; at < file.size; at += partBytes) {
    const bytes = new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer());
    if (!isWanted()) return undefined;
    whole.update(bytes);
    parts.push(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
    giveBack(bytes);
  }
  return { sha256: hex(whole.digest()), parts };
}

let current = 0;

/** Makes the sums of a file, and gives up those of an earlier one. */
export function onSumsAsked({ id, file }: SumsAsk): void {
  const tell = (message: Tell): void => postMessage(message);
  current = id;
  const text = 'The file was changed or removed while it was read. Choose it again.';
  sumsOf(file, () => id === current).then(
    (sums) =>
      tell(
        sums === undefined
          ? { kind: 'failed', id, text: 'Another file was chosen.' }
          : { kind: 'sums', id, sums },
      ),
    () => tell({ kind: 'failed', id, text }),
  );
}
