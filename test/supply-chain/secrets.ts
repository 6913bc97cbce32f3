import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { rules as recommended } from '@secretlint/secretlint-rule-preset-recommend';

/** What looks like a secret and is none. An entry that no longer applies is a finding too. */
const allowed = [
  {
    file: 'packages/aws-kit/src/outgoing/check-url.test.ts',
    message: 'BasicAuth',
    why: 'An invented password, in an address that must be refused.',
  },
];

/** As in .gitignore, and what is git's own. */
const notTracked = new Set(['.git', 'node_modules', 'cdk.out', '.sluice', 'coverage']);

/** All rules but the one that lets a comment in a file switch the search off; exceptions are in the list above. */
const rules = recommended
  .filter(({ meta }) => meta.id !== '@secretlint/secretlint-rule-filter-comments')
  .map((rule) => ({ id: rule.meta.id, rule }));

/** Text that looks like a secret, as `FILE:LINE: RULE`. */
export async function secretsIn(content: string, file: string): Promise<string[]> {
  const source = { filePath: file, content, ext: extname(file), contentType: 'text' as const };
  const { messages } = await lintSource({ source, options: { config: { rules }, maskSecrets: true } });
  return messages.map(({ loc, messageId }) => `${file}:${loc.start.line}: ${messageId}`);
}

/** The findings in all files of the checkout that are not exceptions, and the exceptions that nothing needs. */
export async function findSecrets(root: string): Promise<string[]> {
  const findings: string[] = [];
  for (const file of filesIn(root)) {
    const bytes = readFileSync(join(root, file));
    if (!bytes.includes(0)) findings.push(...(await secretsIn(bytes.toString(), file)));
  }
  const isOf = (finding: string) => (each: { file: string; message: string }) =>
    finding.startsWith(`${each.file}:`) && finding.endsWith(`: ${each.message}`);
  const unneeded = allowed.filter((each) => !findings.some((finding) => isOf(finding)(each)));
  return [
    ...findings.filter((finding) => !allowed.some(isOf(finding))),
    ...unneeded.map(({ file }) => `${file}: the exception is not needed any more`),
  ];
}

function filesIn(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (notTracked.has(entry.name) || entry.name.endsWith('.log')) return [];
    return entry.isDirectory() ? filesIn(root, path) : entry.isFile() ? [path] : [];
  });
}
