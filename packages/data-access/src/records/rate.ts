import { ApiError, limits } from '@sluice/contract';
import type { AccessStore, Token } from '../store/access.ts';

/** The rate in `meta` and in the headers of an answer. Both numbers are 0 without a valid token. */
export interface Rate {
  readonly limit: number;
  readonly remaining: number;
}

export const noRate: Rate = { limit: 0, remaining: 0 };

const minuteMs = 60_000;
const hourOf = (now: Date): string => `${now.toISOString().slice(0, 13)}:00:00.000Z`;

/** Spends a unit of the token's UTC hour. Records the last use at most once a minute. */
export async function spendRate(access: AccessStore, token: Token, now: Date): Promise<Rate | undefined> {
  const aMinuteAgo = new Date(now.getTime() - minuteMs).toISOString();
  const isNoted = token.lastUsedDate !== null && token.lastUsedDate >= aMinuteAgo;
  const [used] = await Promise.all([
    access.spend(token.apiKey, hourOf(now), token.rateLimit),
    isNoted ? undefined : access.touchToken(token.apiKey, now.toISOString(), aMinuteAgo),
  ]);
  return used === undefined ? undefined : rateOf(token, used);
}

/** Counts a request that spends no rate, of which there may be only so many in an hour. @returns false beyond that */
export async function countFree(access: AccessStore, name: string, now: Date): Promise<boolean> {
  return (await access.spend(name, hourOf(now), limits.freeFollows)) !== undefined;
}

export async function readRate(access: AccessStore, token: Token, now: Date): Promise<Rate> {
  return rateOf(token, await spentThisHour(access, token, now));
}

export const spentThisHour = (
  access: AccessStore,
  { apiKey }: Pick<Token, 'apiKey'>,
  now: Date,
): Promise<number> => access.spent(apiKey, hourOf(now));

export const exhausted = (token: Token): Rate => rateOf(token, token.rateLimit);

const rateOf = ({ rateLimit }: Token, used: number): Rate => ({
  limit: rateLimit,
  remaining: Math.max(0, rateLimit - used),
});

export function tooMany(token: Token, now: Date): ApiError {
  const seconds = 3600 - Math.floor((now.getTime() / 1000) % 3600);
  return new ApiError(
    'too_many_requests',
    `This token may make ${token.rateLimit} requests in a UTC hour; the next begins in ${seconds} seconds.`,
  );
}
