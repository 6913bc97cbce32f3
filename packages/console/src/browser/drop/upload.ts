import type { SignedUpload, Upload } from '@sluice/console-api/shapes';
import { partBytes } from '@sluice/console-api/sizes';
import type { Sums } from '../worker/messages.ts';

/** Where an upload is, so that it can go on after the page was loaded anew. */
export interface Kept {
  readonly asked: Upload;
  /** Of an upload in parts. */
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
  ...(sums.parts.length > 0 && { parts: [...sums.parts] }),
  ...(sheetName !== undefined && { sheetName }),
  ...(corrects !== undefined && { corrects }),
  ...(again && { again }),
});

type Put = Readonly<{ url: string; headers: Readonly<Record<string, string>> }>;

/** What an upload needs of the page. All of it may fail without a connection. */
export interface Sending {
  begin(asked: Upload): Promise<SignedUpload>;
  resume(asked: Upload, uploadId: string): Promise<SignedUpload>;
  complete(asked: Upload, uploadId: string): Promise<Sent>;
  /** @returns the version, if it is known; undefined if the bucket refused, such as after the address ended */
  put(put: Put, body: Blob): Promise<{ readonly versionId: string | undefined } | undefined>;
  /** The file that was sent whole, if it arrived though the answer was lost. */
  arrived(asked: Upload): Promise<Sent | undefined>;
  /** Remembers the upload; undefined once it is done. */
  keep(kept: Kept | undefined): void;
  onSent(bytes: number): void;
  /** Resolves when it is worth trying again. */
  pause(tries: number): Promise<void>;
  /** Whether this failure may pass, such as a lost connection or an ended session. */
  mayPass(error: unknown): boolean;
}

/** Sends a file, whole or in parts, and goes on after what may pass. Nothing is sent again that has arrived. */
export async function sendFile(file: Blob, { asked, uploadId }: Kept, sending: Sending): Promise<Sent> {
  let known = uploadId;
  for (let tries = 0; ; tries += 1) {
    try {
      const found = known === undefined && tries > 0 ? await sending.arrived(asked) : undefined;
      if (found !== undefined) return done(found, sending);
      const signed = known === undefined ? await sending.begin(asked) : await sending.resume(asked, known);
      if (signed.kind === 'parts') {
        known = signed.uploadId;
        sending.keep({ asked, uploadId: known });
        return done(await sendParts(file, { asked, signed }, sending), sending);
      }
      sending.keep({ asked });
      const put = await sending.put(signed.put, file);
      if (put === undefined) throw new Refused();
      sending.onSent(file.size);
      if (put.versionId !== undefined)
        return done({ bucket: signed.bucket, key: asked.key, versionId: put.versionId }, sending);
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

function done(sent: Sent, { keep }: Sending): Sent {
  keep(undefined);
  return sent;
}

type InParts = Extract<SignedUpload, { kind: 'parts' }>;

async function sendParts(
  file: Blob,
  { asked, signed }: { readonly asked: Upload; readonly signed: InParts },
  sending: Sending,
): Promise<Sent> {
  const { uploadId } = signed;
  for (let { puts } = signed; puts.length > 0; puts = partsIn(await sending.resume(asked, uploadId))) {
    const missing = puts.reduce((bytes, { number }) => bytes + partOf(file, number).size, 0);
    let sent = file.size - missing;
    sending.onSent(sent);
    for (const { number, ...put } of puts) {
      const part = partOf(file, number);
      if ((await sending.put(put, part)) === undefined) throw new Refused();
      sent += part.size;
      sending.onSent(sent);
    }
  }
  return sending.complete(asked, uploadId);
}

const partsIn = (signed: SignedUpload): InParts['puts'] => (signed.kind === 'parts' ? signed.puts : []);
const partOf = (file: Blob, number: number): Blob => file.slice((number - 1) * partBytes, number * partBytes);
