import type { Reason } from '@sluice/contract';
import {
  PlanError,
  planSteps,
  settingsOfProfile,
  sheetOptionsOf,
  writeTemplate,
  type Settings,
} from '@sluice/import-plan';
import { memorySource, openSheet } from '@sluice/sheets';

/** A sheet with one mistake each, and the settings of its profile beside schema and lookup. */
const sheets: readonly (readonly [csv: string, profile?: object])[] = [
  ['Name,E-mail\nAda,\n'],
  [`Name,E-mail\n${'Ada '.repeat(60)},ada@example.com\n`],
  ['Name,E-mail\nA\u0007da,ada@example.com\n'],
  ['Name,E-mail\nAda,ada.example.com\n'],
  ['E-mail,Time zone\nada@example.com,Berlin\n'],
  ['E-mail,Language\nada@example.com,German\n', { columns: { Language: 'langCode' } }],
  ['E-mail,User type\nada@example.com,customer\n'],
  ['E-mail,Last contact date\nada@example.com,last week\n'],
  ['E-mail,Last contact date\nada@example.com,45985\n'],
  ['E-mail,Last contact date\nada@example.com,31.01.26\n'],
  ['E-mail,Last contact date\nada@example.com,2026-02-30\n'],
  ['E-mail,Last contact date\nada@example.com,2026-01-31 09:30\n'],
  ['E-mail,Last contact date\nada@example.com,01/02/2026\n'],
  ['E-mail,Is suspended\nada@example.com,ja\n'],
  [`E-mail,Roles\nada@example.com,${Array.from({ length: 1001 }, (_, at) => `r${at}`).join(';')}\n`, staff()],
  ['E-mail,Roles\nada@example.com,nurse;;\n', staff()],
  ['E-mail,Created date\nada@example.com,2026-01-31\n', { unknownColumns: 'ignore' }],
  ['Name,E-mail\nAda,ada@example.com\nAnn,ada@example.com\n'],
  ['E-mail 1,E-mail 2,Name 2\nada@example.com,ada@example.com,Ben\n', couple()],
  ['Name,E-mail\nLee, Ann,ann@example.com\n'],
  ['Ada   ada@example.com   x\n', { reading: { widths: [6, 18], columns: ['Name', 'E-mail'] } }],
  ['Name,E-mail,\nAda,ada@example.com,VIP\n'],
  ['Name,E-mail,Cell phone\nAda,ada@example.com,4.91512E+11\n'],
  ['Name,E-mail\nNULL,ada@example.com\n'],
  ['Name,E-mail\n#REF!,ada@example.com\n'],
  ['E-mail,Active\nada@example.com,maybe\n', steps('isSuspended', { map: { ja: 'no', nein: 'yes' } })],
  ['E-mail,Active\nada@example.com,Weg 1\n', steps('name', { part: '\\d{5}' })],
  [
    `E-mail,Active\nada@example.com,${'a'.repeat(200)}\n`,
    steps('name', { replace: 'a', with: 'b'.repeat(1000) }),
  ],
  ['E-mail,Active\nada@example.com,12 34\n', steps('username', { number: 'comma' })],
  ['E-mail,Active\nada@example.com,123\n', steps('cellPhone', { phone: 'DE' })],
  ['E-mail,Active\nada@example.com,030 123456 ext. 7\n', steps('cellPhone', { phone: 'DE' })],
  ['E-mail\nada@example.com or ben@example.com\n', { transforms: { email: ['email'] } }],
  [
    'E-mail,Active\nada@example.com,March 3\n',
    steps('lastContactDate', { date: 'D. MMMM YYYY', language: 'de' }),
  ],
  ['E-mail,Active\nada@example.com,3.3.2026 24:00\n', steps('lastContactDate', { date: 'D.M.YYYY H:mm' })],
  [
    'E-mail,Active\nada@example.com,"Monday, 3.3.2026"\n',
    steps('lastContactDate', { date: 'DDDD, D.M.YYYY' }),
  ],
  ['E-mail,Active\nada@example.com,2026-01-31\n', steps('lastContactDate', 'excelDate')],
  ['E-mail,Active\nada@example.com,soon\n', steps('lastContactDate', 'excelDate')],
  ['E-mail,Amount\nada@example.com,x\n', { compute: { username: 'string(number(row["Amount"]) + 1.0)' } }],
  ['E-mail,Amount\nada@example.com,x\n', { rows: { when: 'number(row["Amount"]) >= 5' } }],
  ['Identifier,Area\n1,large\n', { ...issue(), decimals: { Area: 'point' } }],
];

function staff() {
  return { schema: 'professional', columns: { Roles: 'roleIds' } };
}

function issue() {
  return { schema: 'issue', lookup: 'identifier', columns: { Area: 'customFields.Area' } };
}

function couple() {
  return {
    records: [{ columns: { 'E-mail 1': 'email' } }, { columns: { 'E-mail 2': 'email', 'Name 2': 'name' } }],
  };
}

function steps(field: string, step: unknown) {
  return { columns: { Active: field }, transforms: { Active: [step] } };
}

/** What the plans of these sheets say. */
export async function reasonsOfSheets(): Promise<Reason[]> {
  const reasons: Reason[] = [];
  for (const [csv, profile] of sheets) reasons.push(...(await reasonsOf(csv, profile)));
  const small = { batchBytes: 200 };
  return [
    ...reasons,
    ...(await reasonsOf(`Name,E-mail\n${'Ada '.repeat(50)},ada@example.com\n`, {}, small)),
    // No field of today that can be imported is a number.
    ...(await reasonsOf('E-mail,Username\nada@example.com,1.234\n', {}, { userType: 'number' })),
    ...(await reasonsOf('E-mail,Username\nada@example.com,many\n', {}, { userType: 'integer' })),
  ];
}

interface Changed {
  readonly batchBytes?: number;
  /** The type of the field username. */
  readonly userType?: 'number' | 'integer';
}

async function reasonsOf(csv: string, profile: object = {}, changed: Changed = {}): Promise<Reason[]> {
  const found = await settingsOf(profile);
  const { schema, batchBytes } = found;
  const username = { type: changed.userType ?? 'text' } as const;
  const settings = {
    ...found,
    schema: { ...schema, fields: { ...schema.fields, ...(changed.userType && { username }) } },
    batchBytes: changed.batchBytes ?? batchBytes,
  };
  const open = () => openSheet(memorySource(Buffer.from(csv)), sheetOptionsOf(settings));
  const reasons: Reason[] = [];
  for await (const step of planSteps({ open, settings }))
    if (step.kind === 'problem') reasons.push(step.problem);
  return reasons;
}

async function settingsOf(profile: object): Promise<Settings> {
  const json = JSON.stringify({ schema: 'client', lookup: 'email', ...profile });
  const resolved = await settingsOfProfile('examples', json);
  if (resolved.kind === 'refused') throw new Error(`${resolved.reason} (${json})`);
  return resolved.settings;
}

/** Sheets that are refused as a whole. */
const refused: readonly (readonly [csv: string, profile?: object])[] = [
  ['Name,E-mail\n'],
  ['Ann Miller,Oslo\nBob Brown,Rome\n'],
  ['Name,E-mail,Shoe size,Phone\nAda,ada@example.com,7,1\n'],
  ['Name,E-mail\nAda,ada@example.com\n', { columns: { Telephone: 'cellPhone' } }],
  ['Name,E-mail,email\nAda,ada@example.com,a@example.com\n'],
  ['E-mail,Time zone\nada@example.com,UTC\n', { constants: { timezone: 'Europe/Berlin' } }],
  ['Id,E-mail\nu1,ada@example.com\n'],
  ['Name\nAda\n'],
  ['Name,E-mail,State\nAda,ada@example.com,old\n', { rows: { only: { State: ['new'] } } }],
  [
    'E-mail,State,State\nada@example.com,old,old\n',
    { rows: { only: { State: ['new'] } }, unknownColumns: 'ignore' },
  ],
  [
    'E-mail\nada@example.com\n',
    { records: [{ columns: { 'E-mail': 'email' } }, { columns: { 'E-mail': 'email' } }] },
  ],
  [
    `E-mail,Active\n${`ada@example.com,${'a'.repeat(10_000)}\n`.repeat(500)}`,
    steps('name', { part: '(?:(?:a?){20}b?){20}c' }),
  ],
];

export async function reasonsOfWholeSheets(): Promise<Reason[]> {
  const template = async () =>
    void writeTemplate(await settingsOf({ reading: { widths: [6], columns: ['E-mail'] } }), 'csv');
  const all = [
    ...refused.map(
      ([csv, profile]) =>
        () =>
          reasonsOf(csv, profile),
    ),
    template,
  ];
  const reasons: Reason[] = [];
  for (const one of all) {
    const error = await one().catch((thrown: unknown) => thrown);
    if (!(error instanceof PlanError)) throw new Error(`Not refused as a whole: ${String(error)}`);
    reasons.push({ code: error.code, says: error.message });
  }
  return reasons;
}
