import { describe, expect, it } from 'vitest';
import { testFolder } from '../testing/captured.ts';

describe('sluice template', () => {
  const folder = testFolder();

  it('prints an empty sheet that says what its columns take', async () => {
    const { stdout } = await folder.ends(['template', '--schema', 'issue'], {
      stdout: [/^"Open: yes or no"\r?$/m, /for example A-1024"\r?$/m],
    });
    expect(stdout.trimEnd().split('\r\n').at(-1)).toBe(
      '"Identifier","Title","Open","Opened date","Due date","Closed date","Requester id","Owner numbers"',
    );
  });

  it('saves a workbook that can be planned once it has rows, and prints what its columns take', async () => {
    await folder.ends(['template', 'new.xlsx', '--schema', 'client'], {
      stdout: /^E-mail +an e-mail address; every row needs it/m,
      stderr: 'npx sluice plan new.xlsx --schema client --lookup email',
    });
    await folder.ends(['plan', 'new.xlsx', '--schema', 'client', '--lookup', 'email'], {
      status: 1,
      stderr: 'row',
    });
  });

  it('has the columns of a profile, without those that it fills itself', async () => {
    const profile = {
      schema: 'client',
      lookup: 'email',
      columns: { Mail: 'email', 'Mobile no': 'cellPhone' },
      optional: ['Mobile no'],
      join: { name: ['First', 'Last'] },
      rows: { only: { Kind: ['member', 'guest'] } },
      constants: { isSuspended: false },
      transforms: { lastContactDate: [{ date: 'DD.MM.YYYY' }] },
    };
    await folder.write('people.json', profile);
    const { stdout } = await folder.ends(['template', '--profile', 'people.json', '--format', 'json'], {});
    const columns: { header: string; allowed: string[]; about: string }[] = JSON.parse(stdout);
    const headers = columns.map(({ header }) => header);
    expect(headers.slice(0, 5)).toEqual(['Mail', 'First', 'Last', 'Mobile no', 'Kind']);
    expect(headers).not.toContain('Is suspended');
    expect(columns[1]?.about).toBe('a part of name');
    expect(columns[4]?.allowed).toEqual(['member', 'guest']);
    expect(columns.find(({ header }) => header === 'Last contact date')?.about).toContain(
      'the profile makes',
    );
  });

  it('replaces no other file', async () => {
    const template = ['template', 'new.csv', '--schema', 'client'];
    await folder.ends(template, {});
    await folder.ends(template, {});
    await folder.write('new.csv', 'filled in');
    await folder.ends(template, { status: 2, stderr: 'FILE new.csv: there is another file of this name' });
    expect(await folder.read('new.csv')).toBe('filled in');
  });

  it.each([
    ['template', 'What are the rows?'],
    ['template new.ods --schema client', 'expected the name of a .csv or .xlsx file'],
    ['template --schema clients', 'there is no such schema'],
    ['template nowhere/new.csv --schema client', 'expected a file that can be written'],
  ])('refuses `%s`', async (words, stderr) => {
    await folder.ends(words.split(' '), { status: 2, stderr });
  });
});
