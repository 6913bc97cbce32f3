import { signedBody, type ChangeEvent } from '@sluice/client/webhooks';
import { createSender } from '@sluice/aws-kit/outgoing';
import { readSettings } from './settings.ts';

/** Three changes, always the same, so that the second time they are known. */
const events: ChangeEvent[] = [
  { action: 'create', schema: 'user', docId: 'u1', docUpdatedDate: '2026-03-01T08:00:00.000Z' },
  {
    action: 'update',
    schema: 'user',
    docId: 'u1',
    docUpdatedDate: '2026-03-01T08:05:00.000Z',
    diff: { email: 'ann@example.com', cellPhone: '0151 496 0123' },
  },
  { action: 'delete', schema: 'issue', docId: 'i7', docUpdatedDate: '2026-03-01T08:06:00.000Z' },
];

const { secret, port } = readSettings();
const send = createSender({ allowLoopback: true, timeoutMs: 5000 });
const result = await send(`http://127.0.0.1:${port}/`, signedBody(events, { date: new Date(), secret }));
console.log(
  'status' in result ? `${result.kind}: status ${result.status}` : `${result.kind}: ${result.reason}`,
);
process.exitCode = result.kind === 'delivered' ? 0 : 1;
