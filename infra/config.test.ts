import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@sluice/local/testing/temp-dir';
import { describe, expect, it } from 'vitest';
import { readStage } from './config.ts';
import { stageOf } from './settings/settings.ts';

/** A folder with a file of settings. */
function folderWith(text: string, name = 'sluice.config.ts'): string {
  const root = tempDir();
  writeFileSync(join(root, name), text);
  return root;
}

const twoStages = `export default {
  default: {},
  prod: { suffix: '-prod', mail: { flowFrom: 'imports@example.org' }, keep: { days: { drops: 60 } } },
};`;

describe('a file of settings', () => {
  it('sets what it names; the rest is as by default', async () => {
    const root = folderWith(twoStages);
    const byDefault = stageOf({});
    expect(await readStage({ root })).toEqual(byDefault);
    expect(await readStage({ root, stage: 'prod' })).toEqual({
      ...byDefault,
      suffix: '-prod',
      mail: { ...byDefault.mail, flowFrom: 'imports@example.org' },
      keep: { ...byDefault.keep, days: { ...byDefault.keep.days, drops: 60 } },
    });
  });

  it('may have another name and place; without one there are the defaults', async () => {
    const other = folderWith(twoStages, 'county.ts');
    expect(await readStage({ root: other })).toEqual(stageOf({}));
    expect((await readStage({ root: other, file: 'county.ts', stage: 'prod' })).suffix).toBe('-prod');
    const elsewhere = { root: tempDir(), file: join(other, 'county.ts'), stage: 'prod' };
    expect((await readStage(elsewhere)).suffix).toBe('-prod');
  });

  it.each([
    [{ file: 'missing.ts' }, 'There is no', '/missing.ts. Expected a file of settings'],
    [{ stage: 'typo' }, 'No stage is called typo:', 'sluice.config.ts has default, prod. Name one of them'],
  ])('that does not have %j is an error that says what is there', async (wanted, ...parts) => {
    const reading = readStage({ root: folderWith(twoStages), ...wanted });
    for (const part of parts) await expect(reading).rejects.toThrow(part);
  });

  it('that exports no stages is an error with an example', async () => {
    const reading = readStage({ root: folderWith('export const prod = {};') });
    await expect(reading).rejects.toThrow("such as { prod: { suffix: '-prod' } }");
  });

  it('names its stage, and every wrong setting with what was expected and an example', async () => {
    const root = folderWith(`export default { prod: {
      sufix: '-prod',
      workers: { imports: 1 },
      vpc: { subnets: ['sn-1'], securityGroups: [] },
      permissionsBoundary: 'boundary',
      monitoring: 'all',
      env: { account: 123456789012 },
      mail: { defaultTo: 'ops@example.org' },
      approval: { secondPerson: 'yes' },
    } };`);
    const reading = readStage({ root, stage: 'prod' });
    for (const line of [
      'sluice.config.ts: prod: no such setting: sufix; expected one of suffix, env, tags',
      'prod.workers.imports: expected invocations, a whole number from 2 to 1000, such as 2; got 1',
      `prod.vpc.subnets.0: expected the id of a subnet, such as 'subnet-0a1b2c3d'; got "sn-1"`,
      'prod.vpc.securityGroups: expected one or more security groups',
      `prod.permissionsBoundary: expected the ARN of a managed policy, such as 'arn:aws:iam::123456789012:policy/boundary'; got "boundary"`,
      `prod.monitoring: expected one of basic, full, none, such as 'basic'; got "all"`,
      `prod.env.account: expected an account of twelve digits, in quotes, such as '123456789012'; got 123456789012`,
      'prod.mail.defaultTo: expected a list of addresses',
      'prod.approval.secondPerson: expected true or false, not "yes"',
    ])
      await expect(reading).rejects.toThrow(line);
  });
});
