import { startRecorder } from '@sluice/local/testing/http-server';
import { describe, expect, it, test } from 'vitest';
import { lookupOf, startTcp } from './testing/servers.ts';
import { connect } from './connect.ts';
import { ForbiddenAddress } from './guarded-lookup.ts';
import { body, deployed, local } from './testing/senders.ts';

describe('an address that is not public (no request forgery)', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fd00:ec2::254',
    '0.0.0.0',
  ])('%s behind a name is never connected to', async (address) => {
    await using receiver = await startTcp();
    const lookup = lookupOf(address);
    const result = await deployed({ lookup })(`https://rebound.test:${receiver.port}/`, body);
    expect(result).toMatchObject({ kind: 'forbidden', reason: expect.stringContaining('an address') });
    expect(lookup.asked).toEqual(['rebound.test']);
    expect(receiver.received.connections).toBe(0);
  });

  it('among public ones forbids the host, since the connection may take any of them', async () => {
    await using receiver = await startTcp();
    const send = deployed({ lookup: lookupOf('93.184.215.14', '127.0.0.1') });
    expect(await send(`https://rebound.test:${receiver.port}/`, body)).toMatchObject({ kind: 'forbidden' });
    expect(receiver.received.connections).toBe(0);
  });

  it('is checked at each delivery again: a name is never trusted afterwards', async () => {
    await using receiver = await startRecorder((response) => response.end());
    const answers = [lookupOf('127.0.0.1'), lookupOf('10.0.0.1')];
    let asked = 0;
    const send = local({ lookup: (...call) => answers[asked++]?.(...call) });
    const url = `http://localhost:${receiver.port}/`;
    expect(await send(url, body)).toMatchObject({ kind: 'delivered' });
    expect(await send(url, body)).toMatchObject({ kind: 'forbidden' });
    expect(asked).toBe(2);
    expect(receiver.seen).toHaveLength(1);
  });

  it('gets no byte even on an open connection', async () => {
    await using receiver = await startTcp();
    // Public when it is checked, and this machine when it is connected to.
    let looked = 0;
    const shifty = {
      family: 4,
      get address() {
        return looked++ === 0 ? '93.184.215.14' : '127.0.0.1';
      },
    };
    const send = deployed({ lookup: (_host, _options, callback) => callback(null, [shifty]) });
    const result = await send(`https://rebound.test:${receiver.port}/`, body);
    expect(result).toMatchObject({
      kind: 'forbidden',
      reason: 'the host leads to an address of this machine itself',
    });
    const onlyPublic = { mayReach: (kind: string) => kind === 'public', lookup: undefined };
    const url = new URL(`http://127.0.0.1:${receiver.port}/`);
    await expect(connect(url, { ...onlyPublic, signal: AbortSignal.timeout(5000) })).rejects.toThrow(
      ForbiddenAddress,
    );
    expect(receiver.received.bytes).toBe(0);
  });

  test.each([
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'http://93.184.215.14:PORT/',
  ])('%s is refused by its URL', async (url) => {
    await using receiver = await startTcp();
    const result = await deployed()(url.replace('PORT', String(receiver.port)), body);
    expect(result).toMatchObject({ kind: 'forbidden', reason: expect.stringMatching(/^url: expected /) });
    expect(receiver.received.connections).toBe(0);
  });

  it('is never reached without encryption except on this machine', async () => {
    await using receiver = await startTcp();
    const send = local({ lookup: lookupOf('93.184.215.14') });
    const result = await send(`http://localhost:${receiver.port}/`, body);
    expect(result).toMatchObject({
      kind: 'forbidden',
      reason: expect.stringContaining('without encryption'),
    });
  });
});
