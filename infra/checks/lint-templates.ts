import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '../../examples/settings/sluice.config.ts';
import { templatesOf, unbundledApp } from '../testing/templates.ts';

// What CDK itself says about templates, and cfn-lint, with the default settings and with every setting of the example.
// cfn-lint is a Python program: where it is missing, CDK and the schema of CloudFormation in `npm test` are the only checks.

/** CDK names dependencies that are implied too, and passes an output of one stack on as an output of another. */
const ofCdk = ['W3005', 'W6001'];

const folder = mkdtempSync(join(tmpdir(), 'sluice-lint-'));
const files = [{}, ...Object.values(config)].flatMap((settings, at) =>
  Object.entries(templatesOf(unbundledApp(settings, { isValidated: true })).texts).map(([stack, text]) => {
    const file = join(folder, `${at}-${stack}.template.json`);
    writeFileSync(file, text);
    return file;
  }),
);
const { error, status } = spawnSync(
  'cfn-lint',
  ['--ignore-checks', ofCdk.join(','), '--template', ...files],
  {
    stdio: 'inherit',
  },
);
rmSync(folder, { recursive: true });

if (error)
  console.log('cfn-lint is not installed, so it checked nothing. `pip install cfn-lint` installs it.');
else if (status !== 0) process.exitCode = 1;
else console.log(`cfn-lint has no objection to ${files.length} templates.`);
