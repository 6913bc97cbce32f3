import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';

describe('sluice read', () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'sluice-read-'));
  });
  afterEach(() => rm(cwd, { recursive: true, force: true }));

  const read = async (sheet: string | Uint8Array, ...argv: string[]) => {
    await writeFile(join(cwd, 'sheet.csv'), sheet);
    return runCaptured(['read', 'sheet.csv', ...argv], { cwd });
  };

  it('writes every row as RFC 4180 has it, and says on stderr how the file was read', async () => {
    const { status, stdout, stderr } = await read('Name;Note\n\nAda;"one, two"\nBo;"a ""b"""\nTotal;;9\n');
    expect(stdout).toBe('Name,Note\r\n\r\nAda,"one, two"\r\nBo,"a ""b"""\r\nTotal,,9\r\n');
    expect(stderr).toContain(
      'sheet.csv: Read as CSV in UTF-8, semicolon-separated, with the header in row 1.',
    );
    expect(status).toBe(0);
  });

  it('gives a JSON line for each row', async () => {
    const { stdout } = await read('Name,Note\nAda,"x\ny"\n', '--format', 'json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { row: 1, cells: ['Name', 'Note'] },
      { row: 2, cells: ['Ada', 'x\ny'] },
    ]);
  });

  it('tells problems with row and column, reads on, and ends with 0', async () => {
    const { status, stdout, stderr } = await read('Name,Note\nAda,"x" y\nBo,z\n');
    expect(stderr).toMatch(/sheet\.csv: row 2, column 2: .*Expected: /);
    expect(stdout).toContain('Bo,z\r\n');
    expect(status).toBe(0);
  });

  it('names the columns of JSON lines', async () => {
    const { stdout } = await read('{"name":"Ada","age":1}\n{"age":2.0,"name":"Bo"}\n');
    expect(stdout).toBe('name,age\r\nAda,1\r\nBo,2.0\r\n');
  });

  it('reads as it is told to', async () => {
    const sheet = Buffer.from('Made by x\nName|Caf\u00e9,y\nAda|1\n', 'latin1');
    const { stdout } = await read(
      sheet,
      '--delimiter',
      '|',
      '--encoding',
      'windows-1252',
      '--header-row',
      '2',
    );
    expect(stdout).toContain('Name,"Caf\u00e9,y"\r\n');
    const wrong = await read('a\n', '--delimiter', ':');
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect((await read('a\n', '--header-row', '0')).status).toBe(2);
  });

  it('reads stdin', async () => {
    const { status, stdout, stderr } = await runCaptured(['read', '-'], {
      cwd,
      stdin: 'Name\tNote\nAda\tx\n',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Name,Note\r\nAda,x\r\n' });
    expect(stderr).toContain('stdin: Read as CSV');
  });

  it('ends with 1 where nothing can be read, saying why, and with 2 where there is no file', async () => {
    const pdf = await read('%PDF-1.7\n');
    expect(pdf).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('PDF') });
    expect(await read('')).toMatchObject({ status: 1, stderr: expect.stringContaining('is empty') });
    expect((await runCaptured(['read', 'none.csv'], { cwd })).status).toBe(2);
  });
});
