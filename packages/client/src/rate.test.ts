import { describe, expect, test } from 'vitest';
import type { CallOptions, ClientOptions } from './client.ts';
import { createClient } from './create-client.ts';
import { ApiError, RateLimitError } from './errors.ts';
import { key, refusal, secret, wireAnswer } from './testing/server.ts';
import type { Transport } from './transport.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-03-01T08:40:00.000Z');

/** A client of a service that admits so many requests in a UTC hour; its clock moves when it waits. */
function limitedClient(limit: number, options: Partial<ClientOptions> = {}) {
  let time = start;
  const sent: number[] = [];
  const waits: number[] = [];
  const transport: Transport = async () => {
    sent.push(time);
    const used = sent.filter((at) => Math.floor(at / hourMs) === Math.floor(time / hourMs)).length;
    const rateLimitRemaining = Math.max(0, limit - used);
    const meta = { requestId: 'r', duration: 1, rateLimitLimit: limit, rateLimitRemaining };
    return wireAnswer(
      used <= limit
        ? { ok: true, roles: [], importId: 'i1', meta }
        : { ...refusal('too_many_requests', 'Too many.'), meta },
    );
  };
  const client = createClient({
    baseUrl: 'https://service.example',
    apiKey: key,
    apiSecret: secret,
    transport,
    now: () => new Date(time),
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
    random: () => 0.5,
    ...options,
  });
  const failure = (options?: CallOptions): Promise<unknown> =>
    client.getRoles({}, options).catch((thrown: unknown) => thrown);
  return { client, sent, waits, failure, advance: (ms: number) => (time += ms) };
}

/** A token whose rate is always spent by others. This server does not report its limit. */
const spent: Transport = async () => wireAnswer({ ok: false, error: { code: 'too_many_requests' } });

describe('the rate', () => {
  test('is respected: when it is spent, nothing is sent before the next UTC hour, which the error names', async () => {
    const { client, sent, failure, advance, waits } = limitedClient(2);
    await client.getRoles();
    await client.getRoles();
    for (let n = 0; n < 20; n += 1) {
      const error = await failure();
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error).toMatchObject({ code: 'too_many_requests', until: new Date('2026-03-01T09:00:00.000Z') });
      expect(String(error)).toContain('2026-03-01T09:00:00.000Z');
    }
    expect(sent).toHaveLength(2);
    expect(waits).toEqual([]);
    advance(20 * 60_000);
    await client.getRoles();
    expect(sent).toHaveLength(3);
  });

  test('that others have spent costs one refused request', async () => {
    const { client, sent, failure } = limitedClient(0, {});
    expect(await client.call('getRoles', {})).toMatchObject({ kind: 'refused', code: 'too_many_requests' });
    for (let n = 0; n < 5; n += 1) expect(await failure()).toBeInstanceOf(RateLimitError);
    expect(sent).toHaveLength(1);
  });

  test('is waited for only where the caller allows it, until after the hour', async () => {
    const { client, sent, waits } = limitedClient(2, { waitForRate: true });
    for (let n = 0; n < 5; n += 1) await client.getRoles();
    expect(sent).toHaveLength(5);
    // To the hour, one second for clocks that differ, and half of the spread.
    expect(waits).toEqual([20 * 60_000 + 16_000, hourMs]);
    expect(sent.map((at) => new Date(at).getUTCHours())).toEqual([8, 8, 9, 9, 10]);
  });

  test('is also waited for by a single call, for writes and reads', async () => {
    const { client, sent, waits, failure } = limitedClient(1);
    await client.getRoles();
    expect(await client.import({ recordSets: [] }, { waitForRate: true })).toEqual({ importId: 'i1' });
    expect(sent).toHaveLength(2);
    expect(waits).toHaveLength(1);
    expect(await failure()).toBeInstanceOf(RateLimitError);
  });

  test('that stays spent is waited for at most once per attempt', async () => {
    const { sent, waits, failure } = limitedClient(0, { waitForRate: true, attempts: 3, transport: spent });
    const error = await failure();
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ until: new Date('2026-03-01T11:00:00.000Z') });
    expect([sent.length, waits.length]).toEqual([0, 2]);
  });

  test('of 0, which admits no request, is not waited for', async () => {
    const { sent, waits, failure } = limitedClient(0, { waitForRate: true });
    const error = await failure();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'too_many_requests' });
    expect([sent.length, waits]).toEqual([1, []]);
  });

  test('is not waited for after the caller has aborted', async () => {
    const { client, sent, failure, waits } = limitedClient(1);
    await client.getRoles();
    const error = await failure({ waitForRate: true, signal: AbortSignal.abort() });
    expect(error).toBeInstanceOf(RateLimitError);
    expect([sent.length, waits]).toEqual([1, []]);
  });

  test('does not stop `call`, which always tries once', async () => {
    const { client, sent } = limitedClient(1);
    for (let n = 0; n < 3; n += 1) await client.call('getRoles', {});
    expect(sent).toHaveLength(3);
  });
});
