import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { signedBody } from '@sluice/contract/webhooks';
import { anyEvents } from '@sluice/contract/testing/arbitrary-events';
import { verify, type VerifyOptions } from './verify.ts';
import { WebhookError } from '@sluice/contract/webhooks';

const secret = 'hush, hush';
const now = new Date('2026-03-01T08:00:00.000Z');
const event: ChangeEvent = {
  action: 'update',
  schema: 'user',
  docId: 'u1',
  docUpdatedDate: '2026-03-01T07:59:59.000Z',
  diff: { name: 'Zoë' },
};

/** A body by the interface alone: the HMAC over the payload as written, without our serialization. */
function bodyOf(payload: string, rest: (signature: string) => string = plain(payload)): string {
  return rest(createHmac('sha256', secret).update(payload).digest('hex'));
}
function plain(payload: string) {
  return (signature: string) => `{"payload":${payload},"signature":"${signature}"}`;
}
function refusalOf(body: string | Uint8Array, options: Partial<VerifyOptions> = {}): WebhookError {
  try {
    verify(body, { secret, now, ...options });
  } catch (error) {
    if (error instanceof WebhookError) return error;
    throw error;
  }
  throw new Error('expected it to be refused');
}

describe('a delivery that we signed', () => {
  it('is the payload and its HMAC in lowercase hex, keyed with the secret (invariant 18)', () => {
    const payload = `{"date":"${now.toISOString()}","events":[${JSON.stringify(event)}]}`;
    const body = signedBody([event], { date: now, secret });
    expect(body).toBe(bodyOf(payload));
    expect(verify(body, { secret, now })).toEqual({ date: now.toISOString(), events: [event] });
    expect(verify(Buffer.from(body), { secret, now })).toEqual(verify(body, { secret, now }));
  });

  it('has the signature that other tools compute for these bytes', () => {
    // printf '%s' '{"date":"2026-03-01T08:00:00.000Z","events":[]}' | openssl dgst -sha256 -hmac s
    expect(signedBody([], { date: now, secret: 's' })).toBe(
      '{"payload":{"date":"2026-03-01T08:00:00.000Z","events":[]},"signature":"6a9fa40263243aa4f692e0694726d30b64603f04c6f609a235a805a616609a09"}',
    );
  });

  it('is verified whatever its events hold (invariant 18)', () => {
    fc.assert(
      fc.property(anyEvents, fc.string({ minLength: 1, unit: 'binary' }), (events, key) => {
        const body = signedBody(events, { date: now, secret: key });
        // Except a name that would change the object itself.
        const sent: unknown = JSON.parse(JSON.stringify(events), (name, value) =>
          name === '__proto__' ? undefined : value,
        );
        expect(verify(body, { secret: key, now }).events).toEqual(sent);
        expect(verify(Buffer.from(body), { secret: key, now }).events).toEqual(sent);
      }),
      { numRuns: 500 },
    );
  });

  it('has its payload between 11 bytes and 80, so that a receiver needs no parser to find it', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const body = Buffer.from(signedBody(events, { date: now, secret }));
        const payload = body.subarray(11, -80);
        const signature = createHmac('sha256', secret).update(payload).digest('hex');
        expect(body.subarray(0, 11).toString()).toBe('{"payload":');
        expect(body.subarray(-80).toString()).toBe(`,"signature":"${signature}"}`);
      }),
    );
  });

  it('is refused when any byte of its payload is another (invariant 18)', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), fc.integer({ min: 1, max: 255 }), (events, at, flip) => {
        const bytes = Buffer.from(signedBody(events, { date: now, secret }));
        const [start, end] = ['{"payload":'.length, bytes.lastIndexOf(',"signature":')];
        const place = start + (at % (end - start));
        bytes[place] = (bytes[place] ?? 0) ^ flip;
        expect(['wrong_signature', 'malformed', 'twin_names']).toContain(refusalOf(bytes).code);
      }),
      { numRuns: 3000 },
    );
  });

  it('is refused when any digit of its signature is another, or it is in capitals', () => {
    const body = signedBody([event], { date: now, secret });
    for (let at = body.length - 66; at < body.length - 2; at++) {
      const other = body.charAt(at) === '0' ? '1' : '0';
      expect(refusalOf(body.slice(0, at) + other + body.slice(at + 1)).code).toBe('wrong_signature');
    }
    const capitals = body.replace(/[0-9a-f]{64}/u, (digits) => digits.toUpperCase());
    expect(refusalOf(capitals).code).toBe('no_signature');
  });
});

describe('the bytes of the payload count as they came, never as they could be written', () => {
  const inside = '"action":"update","schema":"user","docId":"u1","docUpdatedDate":"2026-03-01T07:59:59Z"';
  test.each([
    ['spaces', `{ "events" : [ ] ,\n\t"date":"${now.toISOString()}" }`],
    ['escapes', `{"d\\u0061te":"2026-03-01T08:00:00\\u002E000Z","events":[]}`],
    ['slashes', `{"date":"${now.toISOString()}","events":[{${inside},"diff":{"a":"\\/\\u00e9"}}]}`],
    ['numbers', `{"date":"${now.toISOString()}","events":[{${inside},"diff":{"a":1.0,"b":1e2,"c":-0}}]}`],
    [
      'great numbers',
      `{"date":"${now.toISOString()}","events":[{${inside},"diff":{"a":12345678901234567890}}]}`,
    ],
    ['names that are numbers', `{"date":"${now.toISOString()}","events":[{${inside},"diff":{"2":0,"1":0}}]}`],
    [
      'names of every object',
      `{"date":"${now.toISOString()}","events":[{${inside},"diff":{"__proto__":1}}]}`,
    ],
  ])('%s', (_, payload) => {
    expect(verify(bodyOf(payload), { secret, now }).date).toBe(now.toISOString());
    const anew = JSON.stringify(JSON.parse(payload));
    if (anew === payload) return;
    const rewritten = bodyOf(payload, (signature) => plain(anew)(signature));
    expect(refusalOf(rewritten).code).toBe('wrong_signature');
  });

  it('around the payload order, space and other fields are free', () => {
    const payload = `{"date":"${now.toISOString()}","events":[]}`;
    const body = bodyOf(
      payload,
      (signature) =>
        ` {"signature" : "${signature}", "v":[{"payload":1}],\r\n"pay\\u006Coad"\t:  ${payload}\n}\n`,
    );
    expect(verify(body, { secret, now }).events).toEqual([]);
  });

  it('fields that are new to this receiver are left out, and no refusal', () => {
    const payload = `{"date":"${now.toISOString()}","site":"s1","events":[{${inside},"diff":{},"version":3}]}`;
    const [read] = verify(bodyOf(payload), { secret, now }).events;
    expect(Object.keys(read ?? {})).not.toContain('version');
    expect(read).toMatchObject({ docId: 'u1', diff: {} });
  });
});

describe('a delivery is refused', () => {
  const payload = `{"date":"${now.toISOString()}","events":[]}`;
  const good = bodyOf(payload);

  test.each([
    ['malformed', 'no JSON', 'payload=1'],
    ['malformed', 'a list', '[]'],
    ['malformed', 'text after it', `${good}x`],
    ['malformed', 'half of a pair', good.replace('[]', '["\ud800"]')],
    ['no_payload', 'nothing', '{}'],
    ['no_payload', 'the payload inside of something else', `{"data":${good}}`],
    ['no_signature', 'no signature', `{"payload":${payload}}`],
    ['no_signature', 'null', `{"payload":${payload},"signature":null}`],
    ['no_signature', 'an empty text', `{"payload":${payload},"signature":""}`],
    ['no_signature', 'one that is too long', good.replace('"}', '0"}')],
    ['twin_names', 'two payloads', good.replace('{', '{"payload":{},')],
    ['twin_names', 'two payloads, one escaped', good.replace('{', '{"p\\u0061yload":{},')],
    ['twin_names', 'two signatures', good.replace('{', `{"signature":"${'0'.repeat(64)}",`)],
    ['wrong_signature', 'the signature of something else', plain(payload)('0'.repeat(64))],
    ['wrong_payload', 'a signed text', bodyOf('"hello"')],
    ['wrong_payload', 'a signed null', bodyOf('null')],
    ['wrong_payload', 'a signed payload without events', bodyOf(`{"date":"${now.toISOString()}"}`)],
    ['wrong_payload', 'a signed date that is none', bodyOf('{"date":"today","events":[]}')],
    ['wrong_payload', 'a signed list for an event', bodyOf(payload.replace('[]', '[[]]'))],
  ])('as %s: %s', (code, _, body) => {
    expect(refusalOf(body).code).toBe(code);
  });

  it('as malformed when its bytes are no UTF-8, or begin with a mark of their order', () => {
    const bytes = Buffer.from(good);
    expect(
      refusalOf(Buffer.concat([bytes.subarray(0, 30), Buffer.from([0xff]), bytes.subarray(30)])).code,
    ).toBe('malformed');
    expect(refusalOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])).code).toBe('malformed');
  });

  test.each([
    ['create', { name: 'Ann' }],
    ['delete', {}],
    ['update', undefined],
    ['replace', {}],
  ])('as wrong_payload: action %s with diff %j', (action, diff) => {
    const events = JSON.stringify([{ ...event, action, diff }]);
    const { code, message } = refusalOf(bodyOf(payload.replace('[]', events)));
    expect(code).toBe('wrong_payload');
    expect(message).toMatch(/^payload: events\[0\]\.(diff|action): expected /u);
  });

  it('when this receiver has another secret, or none', () => {
    expect(refusalOf(good, { secret: `${secret} ` }).code).toBe('wrong_signature');
    expect(refusalOf(good, { secret: '' }).code).toBe('no_secret');
    expect(() => signedBody([], { date: now, secret: '' })).toThrow(WebhookError);
  });

  it('without any part of the body or the secret', () => {
    const bodies = ['Zoë', '{"Zoë":1,"Zoë":2}', good.replace('[]', '["Zoë"]'), bodyOf('{"date":"Zoë"}')];
    for (const body of bodies) expect(refusalOf(body).message).not.toMatch(/Zoë|hush/u);
  });
});

describe('a recording', () => {
  const sent = (date: Date) => signedBody([event], { date, secret });
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

  it('is refused when it is more than five minutes old, and so is a date in the future', () => {
    expect(verify(sent(minutes(-5)), { secret, now }).events).toHaveLength(1);
    expect(verify(sent(minutes(5)), { secret, now }).events).toHaveLength(1);
    expect(refusalOf(sent(minutes(-5.001))).code).toBe('stale');
    expect(refusalOf(sent(minutes(5.001))).code).toBe('stale');
  });

  it('is checked with the tolerance of the receiver', () => {
    expect(refusalOf(sent(minutes(-1)), { toleranceMs: 30_000 }).message).toContain('within 30 s');
    expect(verify(sent(minutes(-60)), { secret, now, toleranceMs: 3_600_000 }).events).toHaveLength(1);
    expect(verify(sent(new Date(0)), { secret, now, toleranceMs: Infinity }).events).toHaveLength(1);
  });

  it('is refused when the tolerance or the clock is no number', () => {
    expect(refusalOf(sent(now), { toleranceMs: Number.NaN }).code).toBe('stale');
    expect(refusalOf(sent(now), { now: new Date('never') }).code).toBe('stale');
  });
});
