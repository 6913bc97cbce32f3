import type { SignedUpload, Upload } from '../../../api/shapes.ts';
import { partBytes } from '../../../api/sizes.ts';
import type { Sums } from '../../worker/messages.ts';

/** Where an upload is, so that it can go on after the page was loaded anew. */
export interface Kept {
  readonly asked: Upload;
  /** Once it has begun. */
  readonly uploadId?: string | undefined;
}

export interface Sent {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
}

interface Asking {
  readonly key: string;
  readonly file: Blob;
  readonly sums: Sums;
  readonly sheetName: string | undefined;
  readonly corrects: string | undefined;
  readonly again: boolean;
}

/** What the API is asked for. */
export const askedOf = ({ key, file, sums, sheetName, corrects, again }: Asking): Upload => ({
  key,
  bytes: file.size,
  sha256: sums.sha256,
  parts: [...sums.parts],
  ...(sheetName !== undefined && { sheetName }),
  ...(corrects !== undefined && { corrects }),
  ...(again && { again }),
});

type Put = Readonly<{ url: string; headers: Readonly<Record<string, string>> }>;

/** What an upload needs of the page. All of it may fail without a connection. */
export interface Sending {
  begin(asked: Upload): Promise<SignedUpload>;
  resume(asked: Upload, uploadId: string): Promise<SignedUpload>;
  /** The same answer each time. */
  complete(asked: Upload, uploadId: string): Promise<Sent>;
  /** @returns false if the bucket refused, such as after the address ended */
  put(put: Put, body: Blob): Promise<boolean>;
  /** Remembers the upload; undefined once it is done. */
  keep(kept: Kept | undefined): void;
  onSent(bytes: number): void;
  /** Resolves when it is worth trying again. */
  pause(tries: number): Promise<void>;
  /** Whether this failure may pass, such as a lost connection or an ended session. */
  mayPass(error: unknown): boolean;
}

/** Sends a file, and goes on after what may pass. No part is sent again that has arrived. */
export async function sendFile(file: Blob, { asked, uploadId }: Kept, sending: Sending): Promise<Sent> {
  let known = uploadId;
  for (let tries = 0; ; tries += 1) {
    try {
      const signed = known === undefined ? await sending.begin(asked) : await sending.resume(asked, known);
      known = signed.uploadId;
      sending.keep({ asked, uploadId: known });
      const sent = await sendParts(file, { asked, signed }, sending);
      sending.keep(undefined);
      return sent;
    } catch (error) {
      if (!(error instanceof Refused) && !sending.mayPass(error)) throw error;
    }
    await sending.pause(tries);
  }
}

/** The bucket did not take it: with another address it may. */
class Refused extends Error {
  override readonly name = 'Refused';
}

async function sendParts(
  file: Blob,
  { asked, signed }: { readonly asked: Upload; readonly signed: SignedUpload },
  sending: Sending,
): Promise<Sent> {
  const { uploadId } = signed;
  let { puts } = signed;
  while (puts.length > 0) {
    for (const { number, ...put } of puts) {
      if (!(await sending.put(put, partOf(file, number)))) throw new Refused();
      sending.onSent(Math.min(file.size, number * partBytes));
    }
    // An answer has addresses for the first parts that are missing.
    const isLast = puts.at(-1)?.number === asked.parts.length;
    puts = isLast ? [] : (await sending.resume(asked, uploadId)).puts;
  }
  return sending.complete(asked, uploadId);
}

const partOf = (file: Blob, number: number): Blob => file.slice((number - 1) * partBytes, number * partBytes);
