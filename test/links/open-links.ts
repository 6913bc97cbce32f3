import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RunningSystem } from '../running-system.ts';

const storeSchema = z.object({ emails: z.array(z.object({ body: z.object({ text: z.string() }) })) });

/** After a run that wrote a result sheet. */
export const linksInMails = (system: RunningSystem) =>
  describe('a link in a mail', () => {
    it('opens the result sheet in a browser, and no log has its token', async () => {
      const { mail } = await system.addresses();
      const { emails } = storeSchema.parse(await (await fetch(`${mail.url}/store`)).json());
      const links = emails.flatMap(({ body }) => /^ {4}(https?:\S+\?link=\S+)$/mu.exec(body.text)?.[1] ?? []);
      const link = links.at(-1) ?? '';
      const redirect = await fetch(link, { redirect: 'manual' });
      expect(redirect.status).toBe(303);
      expect(redirect.headers.get('referrer-policy')).toBe('no-referrer');
      const sheet = await fetch(redirect.headers.get('location') ?? '');
      expect(sheet.headers.get('content-disposition')).toMatch(/^attachment; /u);
      expect(await sheet.text()).toContain('"Status","Reason","Record id","Reason code","Reference"');

      const altered = await fetch(link.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A')));
      expect([altered.status, await altered.text()]).toEqual([
        404,
        'This link is not valid, or not any more. The command beside it in the mail saves the file.\n',
      ]);
      const logs = join(system.folder, '.sluice', 'logs');
      const secret = link.split('.').at(-1) ?? '';
      for (const name of await readdir(logs))
        expect(await readFile(join(logs, name), 'utf8'), name).not.toContain(secret);
    });
  });
