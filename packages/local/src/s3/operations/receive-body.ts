import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import { readBody } from '../../base/http.ts';
import { header, type Exchange } from '../exchange/exchange.ts';
import type { Incoming } from '../store/blobs.ts';
import { decodeAwsChunked } from '../wire/aws-chunked.ts';
import { checksumAlgorithms, createChecksummer, type ChecksumAlgorithm } from '../wire/checksums.ts';
import { S3Error } from '../wire/s3-error.ts';
import { fromXml } from '../wire/xml.ts';

export interface ReceivedBody {
  readonly incoming: Incoming;
  /** Hex. */
  readonly md5: string;
  readonly checksum: { readonly algorithm: ChecksumAlgorithm; readonly value: string } | undefined;
}

/** The most bytes in one request. */
const maxBytes = 5 * 1024 ** 3;
const maxListBytes = 4 * 1024 * 1024;

/** Streams the body to the disk and checks it against every length, digest and checksum in the request. */
export async function receiveBody(exchange: Exchange): Promise<ReceivedBody> {
  const trailers = new Map<string, string>();
  const contentHash = header(exchange, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  const framed =
    contentHash.startsWith('STREAMING-') || /aws-chunked/.test(header(exchange, 'content-encoding') ?? '');
  const bytes = framed ? decodeAwsChunked(exchange.request, trailers) : exchange.request;
  const md5 = createHash('md5');
  const sha256 = /^[0-9a-f]{64}$/.test(contentHash) ? createHash('sha256') : undefined;
  const algorithm = algorithmOf(exchange);
  const summer = algorithm === undefined ? undefined : createChecksummer(algorithm);

  async function* watched(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes)
        throw new S3Error('EntityTooLarge', `One request can have at most ${maxBytes} bytes.`);
      md5.update(chunk);
      sha256?.update(chunk);
      summer?.update(chunk);
      yield chunk;
    }
  }

  const incoming = await exchange.store.blobs.receive(watched());
  try {
    const hex = md5.digest('hex');
    const value = summer?.digest();
    checkLength(exchange, framed, incoming.size);
    if (sha256 !== undefined) checkContentHash(exchange, sha256.digest('hex'));
    const given = header(exchange, 'content-md5');
    if (given !== undefined && given !== Buffer.from(hex, 'hex').toString('base64')) {
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
    }
    if (algorithm === undefined || value === undefined) return { incoming, md5: hex, checksum: undefined };
    const name = `x-amz-checksum-${algorithm}`;
    const declared = header(exchange, name) ?? trailers.get(name);
    if (declared !== undefined && declared !== value) {
      throw new S3Error(
        'BadDigest',
        `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
      );
    }
    return { incoming, md5: hex, checksum: { algorithm, value } };
  } catch (error) {
    incoming.discard();
    throw error;
  }
}

/** A list in XML: the parts of an upload, or the objects to delete. */
export async function receiveList<T>(exchange: Exchange, schema: ZodType<T>): Promise<T> {
  const body = await readBody(exchange.request, maxListBytes);
  if (body === undefined) throw new S3Error('MalformedXML', `A list can have at most ${maxListBytes} bytes.`);
  checkContentHash(exchange, createHash('sha256').update(body).digest('hex'));
  return fromXml(body.toString(), schema);
}

/** Compares the hash of a body with the signed one, if there is one. */
function checkContentHash(exchange: Exchange, computed: string): void {
  const signed = header(exchange, 'x-amz-content-sha256') ?? '';
  if (!/^[0-9a-f]{64}$/.test(signed) || signed === computed) return;
  throw new S3Error(
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
}

/** The checksum that the client declares: in a header, or in a trailer that a header announces. */
function algorithmOf(exchange: Exchange): ChecksumAlgorithm | undefined {
  const trailer = header(exchange, 'x-amz-trailer') ?? '';
  const found = checksumAlgorithms.find((algorithm) => {
    const name = `x-amz-checksum-${algorithm}`;
    return header(exchange, name) !== undefined || trailer.trim().toLowerCase() === name;
  });
  return found ?? algorithmNamed(header(exchange, 'x-amz-sdk-checksum-algorithm'));
}

export function algorithmNamed(name: string | undefined): ChecksumAlgorithm | undefined {
  return checksumAlgorithms.find((algorithm) => algorithm === name?.toLowerCase());
}

function checkLength(exchange: Exchange, framed: boolean, size: number): void {
  const declared = header(exchange, framed ? 'x-amz-decoded-content-length' : 'content-length');
  if (declared !== undefined && Number(declared) !== size) {
    throw new S3Error(
      'IncompleteBody',
      'You did not provide the number of bytes specified by the length header.',
    );
  }
}
