import { replay, replayMigration } from '@sluice/ledger';
import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { recordMailEvent } from './record-mail-event.ts';
import { sesEventSchema } from './ses-event.ts';

const log = captureLog();
const at = '2026-03-01T08:00:01.000Z';
const gone = { emailAddress: 'gone@example.com' };

/** Shortened events of SES. */
const reports = {
  bounce: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'NoEmail',
      timestamp: at,
      bouncedRecipients: [{ ...gone, status: '5.1.1' }],
    },
  },
  complaint: {
    eventType: 'Complaint',
    complaint: { complaintFeedbackType: 'abuse', timestamp: at, complainedRecipients: [gone] },
  },
  delivery: {
    eventType: 'Delivery',
    delivery: { timestamp: at, recipients: ['gone@example.com'], smtpResponse: '250' },
  },
  reject: { eventType: 'Reject', reject: { reason: 'Bad content' } },
  delay: {
    eventType: 'DeliveryDelay',
    deliveryDelay: { delayType: 'MailboxFull', timestamp: at, delayedRecipients: [gone] },
  },
};

function eventOf(
  kind: keyof typeof reports,
  about: Readonly<Record<string, string[]>> = { runId: ['run1'] },
) {
  const tags = { 'ses:from-domain': ['example.com'], ...about };
  const mail = { messageId: 'm1', destination: ['gone@example.com'], tags, commonHeaders: { subject: 'x' } };
  return sesEventSchema.parse({ ...reports[kind], mail });
}

async function setUp() {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const ledger = createMemoryLedger({ now });
  await plannedRun({ ledger, files: createMemoryFiles(), now });
  const migrations = createMemoryMigrations({ now });
  return { ledger, migrations, services: { ledger, migrations, now } };
}

describe('a report of SES about the mail of a run', () => {
  it.each([
    ['bounce', 'Permanent/NoEmail'],
    ['complaint', 'abuse'],
    ['delivery', undefined],
    ['reject', 'Bad content'],
    ['delay', 'MailboxFull'],
  ] as const)('is stored with the run, which does not change otherwise: %s', async (kind, detail) => {
    const { ledger, services } = await setUp();
    const before = (await ledger.run('run1'))!;
    await recordMailEvent(eventOf(kind), services);
    const after = (await ledger.run('run1'))!;
    expect(after.mailEvents).toMatchObject([
      { kind, addresses: ['gone@example.com'], ...(detail && { detail }) },
    ]);
    const { mailEvents: _mailEvents, version: _version, head: _head, ...rest } = after;
    expect(before).toMatchObject(rest);
    expect(replay(await ledger.events('run1')).run).toEqual(after);
  });

  it('is stored once, however often it is delivered (invariant 7)', async () => {
    const { ledger, services } = await setUp();
    for (const kind of ['delay', 'delay', 'delivery', 'delay'] as const)
      await recordMailEvent(eventOf(kind), services);
    expect((await ledger.run('run1'))?.mailEvents?.map(({ kind }) => kind)).toEqual(['delay', 'delivery']);
    expect((await ledger.events('run1')).filter(({ type }) => type === 'mailEvent')).toHaveLength(2);
  });

  it('is ignored when it is about another stage, or of another kind', async () => {
    const { ledger, services } = await setUp();
    await recordMailEvent(eventOf('bounce', { runId: ['of-another-stage'] }), services);
    await recordMailEvent(
      { ...eventOf('bounce'), mail: { messageId: 'm', destination: [], tags: {} } },
      services,
    );
    await recordMailEvent({ ...eventOf('bounce'), bounce: undefined, eventType: 'Open' }, services);
    expect((await ledger.run('run1'))?.mailEvents).toBeUndefined();
  });

  it('is stored with a migration too (invariant 10)', async () => {
    const { migrations, services } = await setUp();
    const begun = { migrationId: 'm1', name: 'nightly', scheduledAt: at, startedBy: 'schedule' };
    await migrations.begin({ ...begun, dryRun: false, emails: ['gone@example.com'], execution: 'e1' });
    for (const kind of ['bounce', 'bounce', 'complaint'] as const)
      await recordMailEvent(eventOf(kind, { migrationId: ['m1'] }), services);
    const after = await migrations.migration('m1');
    expect(after).toMatchObject({
      status: 'planned',
      mailEvents: [{ kind: 'bounce' }, { kind: 'complaint' }],
    });
    expect(replayMigration(await migrations.events('m1'))).toEqual(after);
    await recordMailEvent(eventOf('bounce', { migrationId: ['of-another-stage'] }), services);
  });

  it('is counted when its mail has no history', async () => {
    const { services } = await setUp();
    const before = log.lines.length;
    await recordMailEvent(eventOf('bounce', {}), services);
    expect(log.lines.slice(before).join('')).toContain('"MailsBounced":1');
  });

  it('leaves no address in the log (invariant 15)', () => {
    expect(log.lines.length).toBeGreaterThan(0);
    expect(log.lines.join('')).not.toContain('gone@');
  });
});
