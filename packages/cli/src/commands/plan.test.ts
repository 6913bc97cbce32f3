import { describe, expect, it } from 'vitest';
import { referenceOf } from '@sluice/import-plan';
import { testFolder, type Ending } from '../testing/captured.ts';
import { fakeSystem } from '../testing/fake-system.ts';

const client = { schema: 'client', lookup: 'email' };
const good = 'Name,E-mail\nAda,ada@example.com\n';

describe('sluice plan, with no system running', () => {
  const folder = testFolder();
  const plan = async (sheet: string, ending: Ending, ...argv: string[]) => {
    await folder.write('new.csv', sheet);
    const place = argv.includes('--profile') ? [] : ['--schema', 'client', '--lookup', 'email'];
    return folder.ends(['plan', 'new.csv', ...place, ...argv], ending);
  };

  it('says how many rows of a result sheet landed already, and that nothing is left to send (invariant 25)', async () => {
    const landed = (email: string) => {
      const records = [{ name: 'Ada', email }];
      return `Ada,${email},created,,1,,${referenceOf({ runId: 'run1', row: 2 }, { ...client, records })}\n`;
    };
    const result = `Name,E-mail,Status,Reason,Record id,Reason code,Reference\n${landed('ada@example.com')}`;
    await plan(result, {
      stdout: ['Nothing would be sent: every row landed already.', '1 row is as it landed in run run1'],
    });
    await plan(`${result}Bo,bo@example.com,failed,,,not_email,\n`, {
      stdout: ['1 record in 1 batch,', '2 read, 0 wrong, 1 landed already'],
    });
    await plan(`${result}Bo,bo,failed,,,not_email,\n`, {
      stdout: 'Nothing would be written: 1 row is wrong, and all others landed already.',
      status: 3,
    });
  });

  it('keeps marks that turn the order of a text from the terminal', async () => {
    const { stdout } = await plan(`${good}\u202EBo,bo@example.com\n`, { stdout: '\uFFFDBo' });
    expect(stdout).not.toContain('\u202E');
  });

  it('gives the whole plan as JSON', async () => {
    const { stdout } = await plan(good, {}, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      ...client,
      totals: { rows: 1, records: 1, failed: 0, skipped: 0, batches: 1 },
      batches: [{ number: 1, records: 1, firstRow: 2, lastRow: 2 }],
    });
  });

  it('shows the first records as they would be sent, with fields as headings', async () => {
    const profile = {
      ...client,
      join: { name: ['First', 'Last'] },
      blanks: { Phone: 'clear' },
      columns: { Phone: 'cellPhone' },
      transforms: { name: ['upper'] },
    };
    await folder.write('joined.json', profile);
    const sheet =
      'First,Last,E-mail,Phone\nAda,Li,ada@example.com,\nBo,,bo@example.com,1\nCy,,cy@example.com,2\n';
    const options = ['--profile', 'joined.json', '--records', '2'];
    const table = [
      /^ {2}First +→ part of name\n {2}First \+ Last +→ name +text\n {2}Last +→ part of name$/m,
      /^ +name +email +cellPhone$/m,
      /^ {2}row 2 +ADA LI +ada@example\.com +\(cleared\)$/m,
    ];
    const changes = [/^ {2}First \+ Last +→ name$/m, /^ {4}row 2 +Ada Li +ADA LI$/m];
    const { stdout } = await plan(sheet, { stdout: [...table, ...changes] }, ...options);
    expect(stdout.slice(stdout.indexOf('Records as'))).not.toContain('Cy');
    const { stdout: json } = await plan(sheet, {}, ...options, '--format', 'json');
    expect(JSON.parse(json)).toMatchObject({
      records: [
        { row: 2, fields: { name: 'ADA LI', email: 'ada@example.com', cellPhone: null } },
        { row: 3, fields: { name: 'BO', email: 'bo@example.com', cellPhone: '1' } },
      ],
    });
    await plan(sheet, { status: 2, stderr: '--records 0: expected a number' }, ...options.slice(0, -1), '0');
  });

  it('shows each use of a column once, the constants of each record, types in plain words and blank results', async () => {
    const issue = {
      schema: 'issue',
      lookup: 'identifier',
      timeZone: 'Europe/Berlin',
      unknownColumns: 'ignore',
      transforms: { title: [{ after: ':' }] },
      compute: { 'customFields.Remark': 'row["Note"].trim()' },
      records: [
        { columns: { No: 'identifier' } },
        { columns: { 'Second no': 'identifier' }, constants: { 'customFields.Kind': 'x' } },
      ],
    };
    await folder.write('issues.json', issue);
    const sheet = 'No,Second no,Title,Note,Owner numbers,Due date\n1,2,x:,y,7,2026-02-01T12:00:00\n';
    const { stdout } = await plan(sheet, {}, '--profile', 'issues.json', '--records', '2');
    expect(stdout).toMatch(/^ {2}Owner numbers +→ ownerNumbers +texts$/m);
    expect(stdout).toMatch(/^ {2}\(record 2\) +→ Kind +"x"$/m);
    expect(stdout).toMatch(/^ {4}row 2 +x: +\(blank\)$/m);
    expect(stdout).toContain('2026-02-01T12:00:00+01:00');
    expect(stdout.match(/^ {2}Note +→ Remark.*$/gm)).toEqual([
      expect.stringMatching(/text$/),
      expect.stringMatching(/Remark$/),
    ]);
  });

  it('shows warnings about rows that are each right', async () => {
    const text = /^warning +2 rows have the name of another row under another e-mail, such as row 3/m;
    const { stdout } = await plan(`${good}Ada,a@example.com\n`, { stdout: text });
    expect(stdout).toContain('2 records in 1 batch');
  });

  it('ends with 2 when the file is empty, or its profile is wrong', async () => {
    await plan('', { status: 2, stderr: 'new.csv is empty' });
    await folder.write('wrong.json', { ...client, aproval: 'ask' });
    await folder.ends('plan new.csv --profile wrong.json', { status: 2, stderr: 'new.csv is empty' });
    await folder.write('new.csv', good);
    await folder.ends('plan new.csv --profile wrong.json', { status: 2, stderr: 'aproval' });
  });

  it('shows the format of a column, and reads as a profile directs', async () => {
    await folder.write('bars.json', { ...client, reading: { delimiter: '|', headerRow: 2 } });
    const sheet =
      'Name,x|\nE-mail|Last contact date\nada@example.com|31/01/2026\nbo@example.com|01/02/2026\n';
    const column = /^ {2}Last contact date +→ lastContactDate +date, day first$/m;
    const stdout = [column, 'dates were read with the day first, as row 3 shows'];
    await plan(sheet, { stdout }, '--profile', 'bars.json');
  });

  it('takes a profile by the path of its file', async () => {
    await folder.write('county.json', { ...client, columns: { Mail: 'email' } });
    const stdout = /^ {2}Mail +→ email/m;
    await plan('Name,Mail\nAda,ada@example.com\n', { stdout }, '--profile', 'county.json');
  });

  it('names the rows that the profile filters out, and the column by which it does', async () => {
    await folder.write('active.json', { ...client, rows: { except: { Kind: 'test' } } });
    const sheet = 'Name,E-mail,Kind\nAda,ada@example.com,\nBo,bo@example.com,Test\n';
    const stdout = [
      /^rows +2 read, 0 wrong, 1 filtered out$/m,
      /Filtered out by "Kind", as the profile says: row 3\.$/m,
      /^ {2}Kind +→ filters the rows$/m,
      '1 record in 1 batch,',
    ];
    await plan(sheet, { stdout }, '--profile', 'active.json');
    const json = await plan(sheet, {}, '--profile', 'active.json', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ totals: { rows: 2, filtered: 1 }, filtered: [3] });
  });

  it('names columns that the sheet lacks, though it can be imported without them', async () => {
    await folder.write('rest.json', { ...client, columns: { Fax: 'workPhone' }, optional: ['Fax'] });
    const stdout = [
      /^It would send 1 record in 1 batch, /,
      /^ {2}Fax +not in this sheet +optional$/m,
      /^ {2}\(no column\) +→ name +missing: only existing records can be changed$/m,
    ];
    await plan('E-mail\nada@example.com\n', { stdout }, '--profile', 'rest.json');
  });

  it('refuses a profile that is incomplete, and reports where', async () => {
    await folder.write('county.json', { schema: 'client' });
    await plan('Name\nAda\n', { status: 2, stderr: 'lookup' }, '--profile', 'county.json');
  });
});

describe('sluice plan, with a system running', () => {
  const system = fakeSystem();

  it('takes a profile of it by its name', async () => {
    const profile = { ...client, columns: { Mail: 'email' } };
    system.objects.set('drops/profiles/county.json', Buffer.from(JSON.stringify(profile)));
    await system.write('new.csv', 'Name,Mail\nAda,ada@example.com\n');
    await system.ends('plan new.csv --profile county', {});
    await system.ends('plan new.csv --profile shire', { status: 2, stderr: 'has no such profile' });
  });
});
