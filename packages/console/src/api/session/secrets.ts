import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** 256 random bits as base64url: what a cookie holds. */
export const secretPattern = /^[\w-]{43}$/u;

export const newSecret = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A secret of its own for each purpose. Nobody can make the first one from it. */
export function derived(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const keyOf = (secret: string): Buffer => Buffer.from(derived(secret, 'seal'), 'base64url');

/** Encrypts a text so that only who has the secret can read it. */
export function sealed(text: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(secret), iv);
  const bytes = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), bytes]).toString('base64url');
}

/** @throws if it was sealed by another secret, or altered */
export function unsealed(text: string, secret: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const opening = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString(
    'utf8',
  );
}
