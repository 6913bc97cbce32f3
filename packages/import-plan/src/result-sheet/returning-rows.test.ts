import { importSchema } from '@sluice/contract';
import { memorySource, openSheet } from '@sluice/sheets';
import { expect, it } from 'vitest';
import { planSteps } from '../plan/plan-steps.ts';
import { resolveSettings } from '../profile/settings.ts';
import { exportReferences } from './exported-row.ts';

const schema = importSchema('client');
const found = resolveSettings({ kind: 'direct', schema: 'client', lookup: 'email', fileName: 'a.csv' });
if (schema === undefined || found.kind === 'refused') throw new Error('these are settings');
const { settings } = found;
const target = 'https://service.test';

it('a sheet of many exports is noted for some of them, and each row is compared', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => {
    const reference = exportReferences({ id: `e${at}`, target }, schema)([['email', `a${at}@x.org`]]);
    return `a${at}@x.org,New,,,,,${reference}\n`;
  });
  const sheet = `E-mail,Name,Status,Reason,Record id,Reason code,Reference\n${lines.join('')}`;
  const steps = planSteps({ open: () => openSheet(memorySource(Buffer.from(sheet))), settings, target });
  const compared: unknown[] = [];
  for (;;) {
    const { done, value } = await steps.next();
    if (done) {
      expect(value.exports).toHaveLength(50);
      break;
    }
    if (value.kind === 'batch') compared.push(...Object.values(value.batch.exported ?? {}));
  }
  expect(compared).toHaveLength(60);
});
