import { describe, expect, it } from 'vitest';
import { testFolder, type Ending } from '../testing/captured.ts';

const folder = testFolder();
const read = async (sheet: string | Uint8Array, options = '', ending: Ending = {}) => {
  await folder.write('sheet.csv', sheet);
  return folder.ends(`read sheet.csv ${options}`.trim(), ending);
};

describe('sluice read', () => {
  it('writes every row as RFC 4180 has it, and reports on stderr how the file was read', async () => {
    const stderr = 'sheet.csv: Read as CSV in UTF-8, semicolon-separated, with the header in row 1.';
    const sheet = 'Name;Note\n\nAda;"one, two"\nBo;"a ""b"""\nTotal;;9\n';
    const { stdout } = await read(sheet, '', { stderr });
    expect(stdout).toBe('Name,Note\r\n\r\nAda,"one, two"\r\nBo,"a ""b"""\r\nTotal,,9\r\n');
  });

  it('gives a JSON line for each row', async () => {
    const { stdout } = await read('Name,Note\nAda,"x\ny"\n', '--format json');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { row: 1, cells: ['Name', 'Note'] },
      { row: 2, cells: ['Ada', 'x\ny'] },
    ]);
  });

  it('reports problems with row and column, reads on, and ends with 0', async () => {
    const stderr = /sheet\.csv: Row 2, column B: Text follows a closing quote/;
    await read('Name,Note\nAda,"x" y\nBo,z\n', '', { stderr, stdout: 'Bo,z\r\n' });
  });

  it('shows the first rows as each encoding shows them where that is not certain', async () => {
    const sheet = Buffer.from('Name\nOnd\u00f8ej\n', 'latin1');
    await read(sheet, '', { stderr: /may be Windows-1252, [^]* {2}as Windows-1250:\n {4}Ondřej\n/u });
  });

  it('names the columns of JSON lines', async () => {
    const { stdout } = await read('{"name":"Ada","age":1}\n{"age":2.0,"name":"Bo"}\n');
    expect(stdout).toBe('name,age\r\nAda,1\r\nBo,2.0\r\n');
  });

  it('reads as its options direct', async () => {
    const sheet = Buffer.from('Made by x\nName|Caf\u00e9,y\nAda|1\n', 'latin1');
    const options = '--delimiter | --encoding windows-1252 --header-row 2';
    await read(sheet, options, { stdout: 'Name,"Caf\u00e9,y"\r\n' });
    expect(await read('a\n', '--delimiter :', { status: 2 })).toMatchObject({ stdout: '' });
    await read('a\n', '--header-row 0', { status: 2 });
  });

  it('reads stdin', async () => {
    const stdin = 'Name\tNote\nAda\tx\n';
    const { stdout } = await folder.ends('read -', { stderr: 'stdin: Read as CSV' }, { stdin });
    expect(stdout).toBe('Name,Note\r\nAda,x\r\n');
  });

  it('ends with 1 and the reason when nothing can be read, and with 2 when there is no file or nothing in it', async () => {
    expect((await read('%PDF-1.7\n', '', { status: 1, stderr: 'PDF' })).stdout).toBe('');
    await read('', '', { status: 2, stderr: 'is empty' });
    await folder.ends('read none.csv', { status: 2 });
  });
});
