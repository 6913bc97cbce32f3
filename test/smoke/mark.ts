import { randomBytes } from 'node:crypto';

/** How long after its begin a smoke may still run. */
const longestMs = 20 * 60_000;

/** Such as `smoke-20261122-203512-a1b2`: what a smoke makes has it in its name. */
export function newMark(now: Date): string {
  const [day = '', time = ''] = now.toISOString().replaceAll(/[-:]/gu, '').split('T');
  return `smoke-${day}-${time.slice(0, 6)}-${randomBytes(2).toString('hex')}`;
}

const form = /smoke-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-[0-9a-f]{4}/u;

/** The marks in these names, each once. */
export function marksIn(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => form.exec(name)?.[0] ?? []))];
}

export const beganAt = (mark: string): Date =>
  new Date(mark.replace(new RegExp(`^${form.source}$`, 'u'), '$1-$2-$3T$4:$5:$6Z'));

export const endsBy = (mark: string): Date => new Date(beganAt(mark).getTime() + longestMs);
