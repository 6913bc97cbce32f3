import { describe, expect, it } from 'vitest';
import { onASite } from '../../testing/on-a-site.ts';
import { controlOperations } from '../dispatch-control.ts';
import { verifyAudit } from './verify-audit.ts';

const { service, site, control, run } = onASite();

const events = async () => verifyAudit(service.audit.stored(), await head()).events;
const head = () => service.services.store.auditHead.get();
/** The two events of the newest act. */
const lastAct = async () => (await events()).slice(-2);

describe('the audit log of the control panel', () => {
  it('has each operation that changes something or shows a secret, and no other', () => {
    const reads = /^(?:list|find|get|preview|recordHistory|verifyValues)/u;
    for (const [name, { isAct }] of Object.entries(controlOperations))
      expect({ name, isAct }).toEqual({ name, isAct: !reads.test(name) || name === 'getWebhook' });
  });

  it('states who did what from where, with the state before and after', async () => {
    await control('updateToken', { apiKey: site.apiKey, version: 1, disabled: true });
    const who = { by: 'arn:aws:iam::123456789012:user/ana', from: '192.0.2.7', operation: 'updateToken' };
    const [requested, done] = await lastAct();
    expect(requested).toMatchObject({ ...who, type: 'requested', data: { before: { disabled: false } } });
    expect(requested?.data['input']).toEqual({
      ...{ siteId: site.siteId, apiKey: site.apiKey },
      version: 1,
      disabled: true,
    });
    expect(done).toMatchObject({ ...who, type: 'done', data: { after: { disabled: true, version: 2 } } });
    expect(done?.requestId).toBe(requested?.requestId);
  });

  it('has no secret, no URL of a webhook, and nothing that describes a person', async () => {
    const secrets: unknown[] = [site.apiSecret];
    const url = 'https://hooks.example.com/T0/secret-path?key=1';
    const { body } = await control('createWebhook', { url, models: [{ model: 'user' }] });
    const { webhookId, secret } = body['webhook'] as { webhookId: string; secret: string };
    await control('getWebhook', { webhookId });
    const changed = await control('updateWebhook', { webhookId, version: 1, newSecret: true });
    secrets.push(secret, (changed.body['webhook'] as { secret: string }).secret);
    await control('saveDocument', { fileName: 'Zoë Ash.txt', contentType: 'text/plain', base64: 'c2VjcmV0' });
    const form = await control('saveForm', { title: 'Move', fields: [{ title: 'New address' }] });
    const responses = [{ answers: [{ id: 'a', text: '1 Main Street' }] }];
    await control('saveResponses', { templateId: form.body['templateId'], responses });
    const started = await control('startDocument', { contentType: 'text/plain', bytes: 5 });
    secrets.push((started.body['upload'] as { url: string }).url);
    const text = JSON.stringify(await events());
    for (const hidden of [...secrets, 'secret-path', 'Zoë', 'c2VjcmV0', 'Main Street'])
      expect(text).not.toContain(hidden);
    expect(text).toContain('https://hooks.example.com sha256:');
  });

  it('has an undo, with the state of the import', async () => {
    const { importId } = await run([
      { schema: 'client', lookup: 'email', records: [{ email: 'a@example.com', name: 'A' }] },
    ]);
    await control('revertImport', { importId });
    const [requested, done] = await lastAct();
    expect(requested).toMatchObject({ operation: 'revertImport', data: { before: { status: 'success' } } });
    expect(done).toMatchObject({ data: { after: { importId, status: 'reverting' } } });
    const { body } = await control('getImport', { importId });
    expect(body).toMatchObject({ import: { revert: { by: done?.by, status: 'reverting' } } });
  });

  it('has an act that was refused, with the reason, and none whose input is invalid', async () => {
    await control('deleteList', { listId: 'nowhere' });
    const [requested, refused] = await lastAct();
    expect(requested).toMatchObject({ operation: 'deleteList', data: { before: null } });
    expect(refused).toMatchObject({
      type: 'refused',
      data: { requested: requested?.version, code: 'not_found' },
    });
    const before = (await events()).length;
    await control('deleteList', { listId: 7 });
    await control('listTokens');
    expect(await events()).toHaveLength(before);
  });

  it('lets nothing happen that it cannot record', async () => {
    const { putNew } = service.audit;
    service.audit.putNew = async () => Promise.reject(new Error('no bucket'));
    expect(await control('createList', { name: 'Towns' })).toMatchObject({ code: 'server_error' });
    service.audit.putNew = putNew;
    expect((await control('listLists')).body['items']).toEqual([]);
  });

  it('shows a secret once even if the end of the act cannot be recorded, and reports that', async () => {
    const { putNew } = service.audit;
    let puts = 0;
    service.audit.putNew = async (...put) =>
      (puts += 1) > 1 ? Promise.reject(new Error('no bucket')) : putNew(...put);
    expect((await control('createToken', { permission: 'read' })).body['apiSecret']).toBeDefined();
    service.audit.putNew = putNew;
    expect(service.faults).toHaveLength(1);
    const { findings, unfinished } = verifyAudit(service.audit.stored(), await head());
    expect({ findings, unfinished }).toEqual({ findings: [], unfinished: [5] });
  });

  it('stays one chain when many acts happen at once, or the head is behind', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => control('createList', { name: `List ${n}` })));
    service.services.store.auditHead.get = async () => undefined;
    await control('createList', { name: 'One more' });
    const stored = service.audit.stored();
    const last = JSON.parse(stored.at(-1)?.text ?? '') as { version: number; hash: string };
    expect(verifyAudit(stored, last)).toMatchObject({ findings: [], unfinished: [] });
    expect(stored).toHaveLength(4 + 26);
  });

  it('is listed by listAuditEvents as it is stored, in pages', async () => {
    await control('createList', { name: 'Towns' });
    const first = await service.control('listAuditEvents', { limit: 4 });
    const second = await service.control('listAuditEvents', { limit: 4, cursor: first.body['nextCursor'] });
    const items = [first, second].flatMap(({ body }) => body['items'] as { key: string; text: string }[]);
    expect(items).toEqual(service.audit.stored());
    expect([first.body['hasMore'], second.body['hasMore']]).toEqual([true, false]);
    expect(first.body['head']).toEqual(await head());
  });
});
