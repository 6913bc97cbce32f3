import { verifyAudit } from '@sluice/data-access/audit';
import { startService, type Credentials } from '@sluice/data-access/testing/service';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';

const system = fakeSystem();
let service: ReturnType<typeof startService>;
let siteId: string;
let token: Credentials;
let events: ReturnType<typeof verifyAudit>['events'];

/** A control panel with what is in its audit log; `forge` changes what it answers. */
async function panel(forge = (text: string) => text) {
  system.answer = () => undefined;
  const { body } = await service.control('listAuditEvents', { limit: 3 });
  const { body: rest } = await service.control('listAuditEvents', { limit: 3, cursor: body['nextCursor'] });
  const sites = await service.control('listSites', {});
  const writes = await service.control('listWrites', { siteId });
  const requestIds = (writes.body['items'] as { requestId: string }[]).map(({ requestId }) => requestId);
  const named = requestIds.length > 0 && (await service.control('listWrites', { siteId, requestIds }));
  system.answer = (seen) => {
    if (seen.path === '/control/listSites') return json(sites.body);
    if (seen.path === '/control/listWrites')
      return json(seen.body.includes('requestIds') && named ? named.body : writes.body);
    if (seen.path !== '/control/listAuditEvents') return undefined;
    const page = JSON.parse(seen.body).cursor === undefined ? body : rest;
    const items = (page['items'] as { text: string }[]).map((one) => ({ ...one, text: forge(one.text) }));
    return json({ ...page, items });
  };
}

beforeEach(async () => {
  service = startService();
  ({ siteId, ...token } = await service.newSite());
  events = verifyAudit(service.audit.stored(), await service.services.store.auditHead.get()).events;
});

it('audit verify --panel names an event that was changed, and ends with 1', async () => {
  await panel((text) =>
    text.replace('"operation":"createToken","by":"arn', '"operation":"createToken","by":"x'),
  );
  await system.ends('audit verify --panel', {
    status: 1,
    stdout: 'control panel, event 3: expected the event whose',
  });
  const { stdout } = await system.ends('audit verify --panel --format json', { status: 1 });
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, events: 4, findings: [{ event: 3 }, { event: 4 }] });
});

describe('audit verify --panel, where calls wrote records', () => {
  beforeEach(async () => {
    // An hour before the command.
    service.advance(-3_600_000);
    await service.call('saveUsers', token, { users: [{ name: 'Ana' }] });
    service.advance(60_000);
  });

  it('says of how many the values are as the log has them, and names one whose values were changed', async () => {
    await service.publishing.work();
    await panel();
    await system.ends('audit verify --panel', { stdout: 'Values: 1 call as the log has them.' });
    const { blobs } = service.services;
    const { body } = await service.control('listWrites', { siteId });
    const [{ requestId }] = body['items'] as [{ requestId: string }];
    await blobs.put(`writes/${siteId}/${requestId}.json`, '{}', 'application/json');
    await panel();
    await system.ends('audit verify --panel', {
      status: 1,
      stdout: [`event 5: expected the values of request ${requestId} whose hash is `, 'found others'],
    });
  });

  it('names one that is missing in the log, unless it wrote nothing', async () => {
    expect(service.publishing.calls.take()).toBeDefined();
    await panel();
    await system.ends('audit verify --panel', {
      status: 1,
      stdout: [`event writes/${siteId}/`, 'expected an event of this call; found none'],
    });
    const { store } = service.services;
    store.records.getMany = async (_, refs) => refs.map(() => undefined);
    await panel();
    await system.ends('audit verify --panel', { stdout: '1 call that failed and wrote nothing' });
  });
});

it('audit verify --panel takes no range, and reports a panel that refuses', async () => {
  await panel();
  await system.ends('audit verify --panel --from 2026-01-01', { status: 2, stderr: 'one chain' });
  system.answer = () => json({ ok: false, error: { code: 'server_error' } });
  await system.ends('audit verify --panel', { status: 1, stderr: 'in an unexpected form' });
});

it('audit export --panel writes a row or a line for each event, within the times', async () => {
  await panel();
  const rows = (await system.ends('audit export --panel', {})).stdout.split('\r\n');
  expect(rows).toHaveLength(6);
  expect(rows[3]).toContain('"createToken","requested"');
  const lines = (await system.ends('audit export --panel --as jsonl', {})).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(events);
  expect(
    JSON.parse((await system.ends('audit export --panel --format json --from 2027-01-01', {})).stdout),
  ).toEqual([]);
});
