import { noRows, runIdOf } from '@sluice/ledger';
import { describe, it } from 'vitest';
import { fakeSystem, json } from './testing/fake-system.ts';
import { goldenOf } from './testing/golden.ts';
import { aRun } from './testing/run-builder.ts';

const system = fakeSystem();
const holds = goldenOf(system);
const client = { schema: 'client', lookup: 'email' };
const place = '--schema client --lookup email';

/** The sheets and profiles in the folder of the person. */
const files: Record<string, string | object> = {
  'clients.csv':
    'Name,E-mail,Last contact date\nAda Li,ada@example.com,2026-02-03\nBo Ek,bo@example.com,2026-02-04\n',
  'wrong.csv':
    'Name,E-mail,Last contact date\nAda Li,ada@example.com,2026-02-03\nBo Ek,bo.example.com,2026-02-04\nCy Oz,,2026-02-31\nAda Li,ada@example.com,2026-02-03\n',
  'allwrong.csv': 'Name,E-mail\nBo Ek,bo.example.com\n',
  'more.csv':
    'First,Last,E-mail,Phone,Internal note\nAda,Li,ada@example.com,,x\nBo,Ek,bo@example.com,07 1,\n',
  'kontakte.csv': 'Vorname,Nachname,E-Mail,Fax\nAda,Li,ada@example.com,1\n',
  'rest.json': { ...client, invalidRows: 'skip' },
  'people.json': {
    ...client,
    join: { name: ['First', 'Last'] },
    columns: { Phone: 'cellPhone', 'Fax no': 'workPhone' },
    ignore: ['Internal note'],
    optional: ['Fax no'],
    transforms: { name: ['upper'] },
  },
  'careful.json': { ...client, approval: 'ask', secondPerson: true, guardRails: { mostDeleted: 0 } },
};

const plans: [name: string, line: string, status: number][] = [
  ['plan', `plan clients.csv ${place}`, 0],
  ['plan-wrong-rows', `plan wrong.csv ${place}`, 3],
  ['plan-wrong-rows-left-out', 'plan wrong.csv --profile rest.json', 3],
  ['plan-every-row-wrong', `plan allwrong.csv ${place}`, 3],
  ['plan-ignored-columns', 'plan more.csv --profile people.json --records 2', 0],
  ['plan-stopped-for-columns', `plan kontakte.csv ${place}`, 1],
  ['profile-suggested', 'profile --suggest kontakte.csv', 0],
  ['profile-careful', 'profile careful.json', 0],
  ['template', 'template --schema client', 0],
  ['template-workbook', 'template new.xlsx --schema client', 0],
  ['template-profile', 'template clerks.csv --profile people.json', 0],
];

describe('the answers about sheets', () => {
  it.each(plans)('read well: %s', async (name, line, status) => {
    for (const [file, content] of Object.entries(files)) await system.write(file, content);
    await holds(name, line, { status });
  });
});

const meta = { requestId: 'r', duration: 1, rateLimitRemaining: 900, rateLimitLimit: 1000 };
const ann = { id: 'a1', name: 'Ann', email: 'ann@example.com', cellPhone: '+44 1', deleted: false };
const items = [ann, { ...ann, id: 'b2', name: 'Bo', email: null }];

it.each([
  ['export', 'export --schema client --where q=smith'],
  ['export-saved', 'export clients.xlsx --schema client --lookup email'],
])('an export reads well: %s', (name, line) => {
  const answer = () => json({ ok: true, meta, hasMore: false, items });
  const steady = [[/exp-[0-9a-f]{16}-[0-9a-f]{8}-[\w-]+/gu, 'exp-of-a-record']] as const;
  return holds(name, line, { answer, isData: name === 'export', steady });
});

const under = { finishedAt: null, resultKey: null, submissions: [] };
const rows = { read: 3, notAttempted: 3 };
const plan = {
  sha256: '3f9c2b7a41d0'.padEnd(64, '0'),
  counts: { ...noRows, read: 3, created: 1, updated: 1, deleted: 1 },
};
const proposal = {
  profile: {
    ...client,
    columns: { 'E-Mail': 'email' },
    join: { name: ['Vorname', 'Nachname'] },
    ignore: ['Fax'],
  },
  choices: [
    {
      columns: ['Vorname', 'Nachname'],
      field: 'name',
      score: 0.9,
      why: '"Vorname" means first name in German',
    },
    { columns: ['E-Mail'], field: 'email', score: 1, why: 'it is called so' },
    { columns: ['Fax'], score: 0, why: 'no field of client is called so' },
  ],
};
const resultSheet = `Name,E-mail,Status,Reason,Record id
Ada Li,ada@example.com,created,,a1
Bo Ek,bo.example.com,failed,"E-mail \`bo.example.com\` is not an e-mail address. Write one such as name@example.com.",
Cy Oz,,failed,E-mail is blank. It is needed to find the record.,
`;
const planSheet = `Plan of clients.csv: 3 rows: 1 to delete, 1 to change, 1 to create.
,,,,,,
Row,Plan,Record,Record id,Field,Old,New
2,create,Ada Li,,name,,Ada Li
2,create,Ada Li,,email,,ada@example.com
3,update,Bo Ek,b2,cellPhone,07 1,07 2
4,delete,Cy Oz,c3,name,Cy Oz,
`;

const key = 'inbox/client/email/clients.csv';
const runId = runIdOf({ bucket: 'drops', key, versionId: `version-of-drops/${key}` });

/** How a drop ends, and with what. */
const drops: [name: string, end: Parameters<typeof aRun>[0], status: number][] = [
  ['drop', { counts: { read: 3, created: 2, updated: 1 } }, 0],
  ['drop-wrong-rows', { status: 'partly_succeeded', counts: { read: 3, created: 1, failed: 2 } }, 3],
  [
    'drop-stopped-for-columns',
    {
      status: 'rejected',
      counts: {},
      resultKey: null,
      reason: 'These columns are not fields of client: "Vorname", "Nachname", "Fax".',
      proposal,
    },
    3,
  ],
  [
    'drop-awaiting-approval',
    {
      ...under,
      status: 'awaiting_approval',
      counts: rows,
      reason: '1 of 3 records would be deleted, and this folder asks before any.',
      approval: { asked: 1, plan, planKey: 'runs/x/plan of clients.csv' },
    },
    3,
  ],
];

describe('a drop', () => {
  it.each(drops)('that is followed to its end reads well: %s', async (name, end, status) => {
    await system.write('clients.csv', files['clients.csv'] ?? '');
    system.objects.set('files/runs/abc/results/new clients.csv', Buffer.from(resultSheet));
    system.objects.set('files/runs/x/plan of clients.csv', Buffer.from(planSheet));
    const answer = (run: Parameters<typeof aRun>[0], progress: object = {}) =>
      json({ ...aRun({ runId, key, ...run }), ...progress });
    const at = (checked: number, imported: number) => ({ progress: { batches: 2, checked, imported } });
    system.answers(
      undefined,
      answer({ ...under, status: 'reading', counts: {} }),
      answer({ ...under, status: 'checking', counts: rows }, at(1, 0)),
      ...(name === 'drop' ? [answer({ ...under, status: 'importing', counts: rows }, at(2, 1))] : []),
      answer(end),
    );
    await holds(name, `drop clients.csv ${place}`, { status });
  });
});
