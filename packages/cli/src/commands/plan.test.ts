import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { startFakeSystem } from '../testing/fake-system.ts';

describe('sluice plan', () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'sluice-plan-'));
  });
  afterEach(() => rm(cwd, { recursive: true, force: true }));

  const plan = async (sheet: string, ...argv: string[]) => {
    await writeFile(join(cwd, 'new.csv'), sheet);
    const folder = argv.includes('--profile') ? [] : ['--schema', 'client', '--lookup', 'email'];
    return runCaptured(['plan', 'new.csv', ...folder, ...argv], { cwd });
  };

  it('says which column goes to which field and what would be sent, with no system running', async () => {
    const { status, stdout } = await plan('Name,E-mail\nAda,ada@example.com\nBo,bo@example.com\n');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}E-mail +→ email/m);
    expect(stdout).toContain('2 records in 1 batch,');
    expect(stdout).toMatch(/^sheet +Read as CSV in UTF-8, comma-separated, with the header in row 1\.$/m);
    expect(stdout).toMatch(/^ {2}row 3 +Bo +bo@example\.com$/m);
  });

  it('gives the whole plan as JSON', async () => {
    const { stdout } = await plan('Name,E-mail\nAda,ada@example.com\n', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'client',
      lookup: 'email',
      totals: { rows: 1, records: 1, failed: 0, skipped: 0, batches: 1 },
      batches: [{ number: 1, records: 1, firstRow: 2, lastRow: 2 }],
    });
  });

  it('names wrong rows and what was expected, without the cell, and ends with 3', async () => {
    const { status, stdout } = await plan('Name,E-mail\nAda,ada@example.com\nBo,not-an-address\n');
    expect(status).toBe(3);
    expect(stdout).toMatch(/row 3 +E-mail +expected/);
    const wrong = stdout.slice(stdout.indexOf('Wrong rows:'));
    expect(wrong).not.toContain('not-an-address');
  });

  it('ends with 1 where the sheet does not fit at all, saying what was expected', async () => {
    const { status, stdout, stderr } = await plan('Name,E-mail,Shoe size\nAda,ada@example.com,7\n');
    expect({ status, stdout }).toStrictEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('new.csv: ');
    expect(stderr).toContain('Shoe size');
  });

  it('says how the cells of a column are written, and reads as a profile says', async () => {
    const profile = { schema: 'client', lookup: 'email', reading: { delimiter: '|', headerRow: 2 } };
    await writeFile(join(cwd, 'bars.json'), JSON.stringify(profile));
    const sheet =
      'Name,x|\nE-mail|Last contact date\nada@example.com|31/01/2026\nbo@example.com|01/02/2026\n';
    const { status, stdout } = await plan(sheet, '--profile', 'bars.json');
    expect(stdout).toMatch(/^ {2}Last contact date +→ lastContactDate +date, day first$/m);
    expect(stdout).toContain('dates were read with the day first, as row 3 shows');
    expect(status).toBe(0);
  });

  it('takes a profile by the path of its file', async () => {
    const profile = { schema: 'client', lookup: 'email', columns: { Mail: 'email' } };
    await writeFile(join(cwd, 'county.json'), JSON.stringify(profile));
    const { status, stdout } = await plan('Name,Mail\nAda,ada@example.com\n', '--profile', 'county.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}Mail +→ email/m);
  });

  it('takes a profile of the running system by its name', async () => {
    const system = await startFakeSystem();
    const profile = { schema: 'client', lookup: 'email', columns: { Mail: 'email' } };
    system.objects.set('drops/profiles/county.json', Buffer.from(JSON.stringify(profile)));
    await writeFile(join(system.cwd, 'new.csv'), 'Name,Mail\nAda,ada@example.com\n');
    const known = await runCaptured(['plan', 'new.csv', '--profile', 'county'], { cwd: system.cwd });
    const unknown = await runCaptured(['plan', 'new.csv', '--profile', 'shire'], { cwd: system.cwd });
    await system.stop();
    expect(known.status).toBe(0);
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('has no such profile') });
  });

  it('refuses a profile that is none, saying where', async () => {
    await writeFile(join(cwd, 'county.json'), '{"schema":"client"}');
    const { status, stderr } = await plan('Name\nAda\n', '--profile', 'county.json');
    expect(status).toBe(2);
    expect(stderr).toContain('lookup');
  });
});
