import { reasonText } from '@sluice/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOfProfile } from '../profile/read-profile.ts';
import type { Sheet, SheetRow } from '@sluice/sheets';
import { planFile } from '../plan/plan-file.ts';
import { planText, settingsOf } from '../testing/plans.ts';
import { compileSteps } from './compile.ts';
import { loadLibraries } from './libraries.ts';
import { stepSchema, type Step } from './steps.ts';
import { Unfit } from './unfit.ts';

await loadLibraries([{ part: '.' }, { phone: 'DE' }]);

describe('a cell that a step cannot read', () => {
  const german = { date: 'D. MMMM YYYY', language: 'de' };
  test.each<[Step, ...string[]]>([
    [{ map: { ja: 'yes', nein: 'no' } }, 'vielleicht'],
    [{ part: '\\d{5}' }, '1234', `${'x'.repeat(10_000)}12345`],
    ['email', 'Ben', 'a@example.com, b@example.com', '@', 'ben@example', '<>'],
    [{ phone: 'DE' }, '12', '030 123456 ext. 7', 'call 030 123456', '+1 555 00000001', '030 1, 030 2'],
    [{ number: 'comma' }, '12,5 %', '1,5 Mio €', '1.234.5', '€ 5 €', '--5', '(-5)', '5 Stück', '1,234.5'],
    [german, '30. Februar 2026', '3. Ju 2026', '3. March 2026', '03.03.2026', '3. März 26'],
    [{ date: 'DDDD, D.M.YYYY' }, 'Monday, 3.2.2026'],
    [{ date: 'D.M.YYYY H:mm' }, '3.3.2026 24:00', '3.3.2026 9:60', '3.3.2026'],
    ['excelDate', '60', '0', '-1', '99999999', '31.01.2026', ''.padStart(400, '9')],
  ])('%j: %j', (step, ...cells) => {
    for (const cell of cells) {
      expect(compileSteps([step])(cell)).toBeInstanceOf(Unfit);
      expect(compileSteps([step, { otherwise: 'keep' }])(cell)).toBe(cell);
      expect(compileSteps([step, { otherwise: 'blank' }])(cell)).toBe('');
    }
  });

  test('is a problem of its row, with the column, the text and what to write instead', async () => {
    const settings = settingsOf({
      columns: { Kontakt: ['name', 'email'], Aktiv: 'isSuspended' },
      transforms: { email: ['email'], Aktiv: [{ map: { ja: 'no', nein: 'yes' } }] },
      reading: { text: 'keep' },
    });
    const sheet = 'Kontakt,Aktiv\nAda <ada@example.com>,JA\nBen,viel\u202Eleicht\n,ja\n';
    const { problems, records } = await planText(sheet, { settings });
    const address = 'is not one e-mail address. Write `name@example.com` or `Name <name@example.com>`.';
    expect(problems.map((problem) => [problem.row, reasonText(problem)])).toEqual([
      [3, 'Aktiv `viel leicht` is not among the values of the profile. Write `ja` or `nein`.'],
      [3, `Kontakt \`Ben\` ${address}`],
      [4, 'Kontakt is blank. It is needed to find the record.'],
    ]);
    expect(records).toEqual([
      [2, { name: 'Ada <ada@example.com>', email: 'ada@example.com', isSuspended: false }],
    ]);
  });
});

describe('steps work together', () => {
  test.each<[Step[], string, string]>([
    [[{ split: ',', take: -1 }, 'trim', 'title'], 'LOVELACE,  ADA   KING', 'Ada King'],
    [['title'], 'Ursula von der Leyen', 'Ursula von der Leyen'],
    [['title'], 'Ronald McDONALD MCDONALD', 'Ronald McDONALD Mcdonald'],
    [['title'], 'İSTANBUL ŞUBESİ', 'İstanbul Şubesi'],
    [['title'], 'ßa straße', 'ßa Straße'],
    [[{ split: ' ', take: [1, -2] }], 'Cher', ''],
    [[{ split: ',', take: 3 }, { default: '?' }], 'a,b', '?'],
    [['email', { otherwise: 'blank' }, { default: 'none@example.com' }], 'Ben', 'none@example.com'],
    [[{ map: { '': 'no', x: 'yes' } }], '  ', 'no'],
    [[{ part: '^(?:Dr\\. )?(.*)$' }], 'Dr. Ada', 'Ada'],
    [[{ number: 'point' }], '($1,234.50)', '-1234.50'],
    [[{ date: 'DDDD D.M.YYYY', language: 'de' }], 'Di. 3.2.2026', '2026-02-03'],
    [
      [{ date: 'DDDD, D MMMM YYYY HH:mm', language: 'fr' }],
      'mardi, 3 févr. 2026 09:30',
      '2026-02-03 09:30:00',
    ],
    [[{ date: 'DD/MM/YY' }], '03/02/99', '1999-02-03'],
    [[{ date: 'D-MMM-YYYY', language: 'de' }], '3-Mrz-2026', '2026-03-03'],
  ])('%j make %j to %j', (steps, cell, text) => {
    expect(compileSteps(steps)(cell)).toBe(text);
  });

  test('on the text of joined columns, before dates are read', async () => {
    const settings = settingsOf({
      schema: 'issue',
      lookup: 'identifier',
      join: { dueDate: ['Tag', 'Zeit'] },
      timeZone: 'Europe/Berlin',
      transforms: { dueDate: [{ date: 'D. MMMM YYYY H:mm', language: 'de' }] },
    });
    const { records } = await planText('Identifier,Tag,Zeit\n1,3. März 2026,9:30\n', { settings });
    expect(records).toEqual([[2, { identifier: '1', dueDate: '2026-03-03T09:30:00+01:00' }]]);
  });
});

describe('a setting for a name of a column and of a field', () => {
  const sheet = 'Name,Email\nADA,a@example.com\n';
  const planned = async (transforms: object) => {
    const settings = settingsOf({ columns: { Name: ['name', 'username'] }, transforms });
    return planText(sheet, { settings });
  };

  test('is for the field if it is written like the field, and else for all fields of the column', async () => {
    expect((await planned({ name: ['title'] })).records).toMatchObject([
      [2, { name: 'Ada', username: 'ADA' }],
    ]);
    expect((await planned({ Name: ['title'] })).records).toMatchObject([
      [2, { name: 'Ada', username: 'Ada' }],
    ]);
  });

  test('is named in the notes if nothing in the sheet becomes its field', async () => {
    const { totals } = await planned({ homePhone: [{ phone: 'DE' }] });
    expect(totals.notes).toContain(
      "The profile's transforms for homePhone do nothing: no column becomes homePhone.",
    );
  });
});

describe('a profile is refused when it is saved', () => {
  const refused = async (transforms: unknown, more: object = {}) => {
    const text = JSON.stringify({ schema: 'client', lookup: 'email', transforms, ...more });
    const read = await settingsOfProfile('county', text);
    return read.kind === 'refused' ? read.reason : '';
  };

  test.each([
    [{ nmae: ['trim'] }, 'transforms names nmae, which is no field (near: name)'],
    [{ name: [] }, 'transforms.name'],
    [{ name: ['shout'] }, 'there is no step "shout"; the steps are trim, lower,'],
    [{ name: [{ split: ',' }] }, 'step 1 of name: split needs "take": { "split": ",", "take": 2 }'],
    [{ name: [{ split: ',', take: 0 }] }, 'take of step 1 of name: expected 1 for the first part'],
    [{ name: [{ map: {} }] }, 'map of step 1 of name: expected at least one text'],
    [{ name: ['trim', { map: { Ja: 'a', ja: 'b' } }] }, 'step 2 of name, map: it has a text twice'],
    [{ name: [{ part: '(' }] }, 'step 1 of name, part: the pattern ( has a ( without its )'],
    [{ name: [{ part: '(?=a)' }] }, 'patterns here cannot look ahead: (?='],
    [{ name: [{ part: '(a{1,30}){1,30}' }] }, 'it repeats too much'],
    [{ name: [{ part: 'a'.repeat(201) }] }, 'at most 200 characters'],
    [{ name: [{ phone: 'Germany' }] }, '"Germany" is no country; for Germany write DE'],
    [{ name: [{ date: 'D. MMMM' }] }, 'expected a day, a month and a year'],
    [
      { name: [{ date: 'D of M YYYY' }] },
      'o is none of YYYY, YY, MMMM, MMM, MM, M, DDDD, DD, D, HH, H, mm, ss; write',
    ],
    [{ name: [{ date: 'D M M YYYY' }] }, 'it has a part twice'],
    [{ name: [{ date: 'D M YYYY mm' }] }, 'expected hours before minutes'],
    [{ name: [{ date: 'D M YYYY', language: 'klingon!' }] }, 'expected a language such as de'],
    [{ name: [{ otherwise: 'keep' }] }, 'it must come after one of map, part, email,'],
    [{ name: ['trim', { otherwise: 'keep' }] }, 'it must come after one of map'],
    [{ isSuspended: [{ map: { ja: 'jaa' } }] }, 'map: "jaa" is not true or false'],
    [{ langCode: [{ default: 'German' }] }, 'default: "German" is not a language code'],
  ])('%j', async (transforms, reason) => {
    expect(await refused(transforms)).toContain(reason);
  });

  test('with a name that is a field, and a column that becomes other fields', async () => {
    const columns = { name: ['name', 'username'] };
    expect(await refused({ name: ['title'] }, { columns })).toContain(
      'transforms names name, which is a field, and a column that becomes name and username',
    );
  });

  test('with two lists for a field', async () => {
    const columns = { Kontakt: ['name', 'email'] };
    const both = { Kontakt: ['trim'], email: ['email'] };
    expect(await refused(both, { columns })).toContain('transforms names email twice');
  });
});

describe('no cell is evaluated, and none takes long (properties)', () => {
  const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 });
  const anyStep = fc.oneof(
    fc.constantFrom<Step[]>('trim', 'lower', 'upper', 'title', 'email', 'excelDate'),
    fc.constantFrom<Step[]>({ phone: 'DE' }, { number: 'comma' }, { date: 'D. MMMM YYYY', language: 'ja' }),
    fc.constantFrom<Step[]>({ part: '(\\w+\\s?)*$' }, { part: '(a|aa)+$' }, { excelDate: 1904 }),
    fc.record({ map: fc.dictionary(word, word, { minKeys: 1, maxKeys: 1 }) }),
    fc.record({ split: word, take: fc.constantFrom(1, -1, 3) }),
    fc.record({ replace: word, with: word }),
    word.map((sign): Step => ({ before: sign })),
    word.map((sign): Step => ({ after: sign })),
    word.map((text): Step => ({ default: text })),
  );
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\d .,()+€-]{0,30}$/),
    fc.constantFrom('${1+1}', '=1+1', '{{x}}', '__proto__', 'constructor', '$&', '\\', '3. März 2026'),
  );

  test('each list of steps makes a text or a reason of any cell, the same each time', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 4 }), cell, (steps, text) => {
        expect(stepSchema.array().safeParse(steps).success).toBe(true);
        const [one, two] = [compileSteps(steps)(text), compileSteps(steps)(text)];
        if (one instanceof Unfit) expect(one.reason.says.length).toBeLessThan(400);
        else expect(one).toBe(one.trim());
        expect(two).toEqual(one);
      }),
      { numRuns: 1500 },
    );
  });

  const header = ['Name', 'E-mail'];
  const sheetOf = (rows: SheetRow[]): Sheet => ({
    facts: { format: 'csv', headerRow: 1, header, skipped: [], notes: [] },
    above: [],
    rows: (async function* () {
      yield rows;
    })(),
  });

  test('the preview shows what is sent', async () => {
    const list = fc.array(anyStep, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(
      list,
      fc.array(cell, { minLength: 1, maxLength: 5 }),
      async (steps, cells) => {
        const settings = settingsOf({ transforms: { name: [...steps, 'trim'] }, invalidRows: 'skip' });
        const rows = cells.map((text, at) => ({ number: at + 2, cells: [text, `a${at}@example.com`] }));
        const { transforms, records, problems } = await planFile({
          open: async () => sheetOf(rows),
          settings,
          records: 5,
        });
        for (const { row, after, reason } of transforms?.[0]?.rows ?? []) {
          const sent = records?.find((record) => record.row === row)?.fields;
          const reasons = problems.filter((problem) => problem.row === row).map((problem) => problem.reason);
          if (after === undefined) expect(reasons).toContain(reason);
          else if (reasons.length === 0) expect(sent).toMatchObject(after === '' ? {} : { name: after });
        }
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test('a step takes time in proportion to the cell', () => {
    const steps: Step[] = [
      'trim',
      'title',
      'email',
      'excelDate',
      { phone: 'DE' },
      { number: 'comma' },
      { map: { a: 'b' } },
      { part: '(\\w+\\s?)*$' },
      { part: '(a|a)*b' },
      { date: 'DDDD, D. MMMM YYYY' },
      { split: ' ', take: 2 },
    ];
    for (const step of steps) {
      const apply = compileSteps([step]);
      for (const piece of ['a', ' ', '1', 'a@', '1 ', '(', 'a ', '<a@a.', '٣', '.']) {
        const began = performance.now();
        apply(piece.repeat(9999));
        expect(performance.now() - began).toBeLessThan(500);
      }
    }
  });
});
