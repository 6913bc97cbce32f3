import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../testing/service.ts';
import { controlOperations } from './dispatch-control.ts';

const file = new URL('../../../../docs/control-panel.md', import.meta.url);

describe('docs/control-panel.md', () => {
  let doc: string;
  beforeAll(async () => {
    doc = await readFile(file, 'utf8');
  });

  it('shows examples that the service takes, one after the other', async () => {
    const service = startService();
    const site = await service.newSite();
    const records = [{ email: 'a@example.com', name: 'A' }];
    const recordSets = [{ schema: 'client', lookup: 'email', records }];
    const { importId } = await service.importAll(site, recordSets, { dryRun: true });
    // `<name>` in an example stands for a value that an earlier operation answered.
    const known = new Map<string, unknown>([['importId', importId]]);
    const examples = [...doc.matchAll(/^npx sluice control (\w+)(?: (?:\\\n +)?'(.*)')?$/gm)];
    expect(examples.length).toBeGreaterThan(10);
    for (const [line, operation = '', json = '{}'] of examples) {
      const filled = json.replaceAll(/<(\w+)>/g, (_, name: string) => String(known.get(name)));
      const isOfSite = 'siteId' in (byName.get(operation)?.input.shape ?? {});
      const input = { ...(isOfSite && { siteId: site.siteId }), ...JSON.parse(filled) };
      const { ok, body, message } = await service.control(operation, input);
      expect({ line, ok, message }).toEqual({ line, ok: true, message: '' });
      for (const [name, value] of Object.entries(body)) known.set(name, value);
    }
  });
});

const byName = new Map(Object.entries(controlOperations));
