import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { onDynamo } from '../testing/on-dynamo.ts';
import { set } from '../testing/on-a-site.ts';
import { tokenKey } from './keys.ts';

const { emulator, service } = onDynamo();

describe('the service over DynamoDB', () => {
  it('answers a key or an id that no table can hold like an unknown one', async () => {
    const site = await service.newSite();
    for (const apiKey of ['\ud800', 'k'.repeat(3000)]) {
      expect(await service.call('checkCredentials', { ...site, apiKey })).toMatchObject({
        code: 'unauthorized',
      });
    }
    for (const id of ['\ud800', '\u0000']) {
      expect(await service.call('getUser', site, { id })).toMatchObject({ code: 'invalid_request' });
    }
    expect(service.faults).toEqual([]);
  });

  it('saves all list items once when six concurrent requests have the same ones (invariant 16)', async () => {
    const site = await service.newSite();
    await service.importAll(site, [set('list', 'name', [{ name: 'Towns' }])]);
    const items = Array.from({ length: 40 }, (_, n) => ({
      title: `Town ${n}`,
      ...(n % 2 === 0 && { code: `C${n}` }),
    }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('createListItems', site, { listId: 'Towns', items })),
    );
    const ids = answers.map(({ body }) => (body['items'] as { id: string }[]).map(({ id }) => id));
    expect(new Set(ids.map((each) => each.join())).size).toBe(1);
    expect(new Set(ids[0]).size).toBe(40);
  });

  it('says in the control panel that a newer version wrote an item, and what to do', async () => {
    const site = await service.newSite();
    await emulator.client.send(
      new UpdateCommand({
        TableName: 'service',
        Key: tokenKey(site.apiKey),
        UpdateExpression: 'SET #format = :newer',
        ExpressionAttributeNames: { '#format': 'format' },
        ExpressionAttributeValues: { ':newer': 2 },
      }),
    );
    const why =
      'A newer version of Sluice wrote an item in format 2; this version knows 1. Deploy the newer one again.';
    for (const [operation, input] of [
      ['findToken', {}],
      ['updateToken', { siteId: site.siteId, version: 1, disabled: true }],
    ] as const)
      expect(await service.control(operation, { apiKey: site.apiKey, ...input })).toMatchObject({
        code: 'server_error',
        message: why,
      });
    // Callers of the service learn nothing about how it is deployed.
    const { message } = await service.call('checkCredentials', site);
    expect(message).toBe('The service failed to answer; the request id leads to the cause.');
  });
});
