import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '@sluice/client';
import { previewSchema } from '@sluice/contract';
import { startRecorder } from '@sluice/local/testing/http-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RunningSystem } from '../running-system.ts';

const people = 400;
const known = 40;
/** People that the import does not touch. */
const others = 50;
const wrong = 20;

const clientsOf = (records: Record<string, unknown>[]) => [{ schema: 'client', lookup: 'email', records }];
const person = (n: number, name: string) => ({ email: `undo-${n}@x.example`, name, cellPhone: `0151 ${n}` });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

const tokenSchema = z.object({ apiKey: z.string(), apiSecret: z.string() });
const eventSchema = z.object({
  action: z.string(),
  docId: z.string(),
  diff: z.record(z.string(), z.unknown()).optional(),
});
const deliverySchema = z.object({ payload: z.object({ events: z.array(eventSchema) }) });

const revertSchema = z.looseObject({
  revert: z.looseObject({ status: z.string(), counts: z.record(z.string(), z.int()) }),
  items: z.array(z.looseObject({ number: z.int(), id: z.string(), outcome: z.string() })),
});

export const undoOfAnImport = (system: RunningSystem) =>
  describe('an import of 400 clients, undone', () => {
    let client: Client;
    let siteId: string;
    let receiver: Awaited<ReturnType<typeof startRecorder>>;
    beforeAll(async () => {
      receiver = await startRecorder((response) => void response.end());
    });
    afterAll(() => receiver[Symbol.asyncDispose]());
    /** As a person calls it. */
    const control = async (operation: string, input: object): Promise<unknown> => {
      const { status, stdout, stderr } = await system.sluice('control', operation, JSON.stringify(input));
      if (status !== 0) throw new Error(`${operation} ended with ${status}: ${stdout}${stderr}`);
      return JSON.parse(stdout);
    };
    const imported = async (records: Record<string, unknown>[]) => {
      const { importId } = await client.import(
        { recordSets: clientsOf(records), wait: true },
        { timeoutMs: 60_000 },
      );
      const { importStatus } = await client.importStatus({ importId });
      return {
        importId,
        status: importStatus.status,
        counts: previewSchema.parse(JSON.parse(importStatus.preview ?? '')).counts,
      };
    };
    const users = async () => {
      const found = new Map<string, Record<string, unknown>>();
      for await (const user of client.items('getUsers', { limit: 1_000 })) {
        const { updatedDate: _, ...rest } = user;
        found.set(String(user.id), rest);
      }
      return found;
    };
    const untilReverted = async (importId: string) => {
      for (;;) {
        const shown = revertSchema.parse(await control('getRevert', { siteId, importId }));
        if (shown.revert.status !== 'reverting') return shown;
        await wait(200);
      }
    };

    beforeAll(async () => {
      // A site of its own, since writers keep the list of a site's webhooks for ten seconds.
      const site = await control('createSite', { name: 'Undo', kind: 'demo' });
      siteId = z.object({ siteId: z.string() }).parse(site).siteId;
      const token = await control('createToken', { siteId, permission: 'write' });
      const { dataAccess } = await system.addresses();
      client = createClient({ baseUrl: dataAccess.baseUrl, ...tokenSchema.parse(token) });
      const models = [{ model: 'user' }];
      await control('createWebhook', { siteId, url: `http://127.0.0.1:${receiver.port}/changes`, models });
    }, 120_000);

    it('names the 20 wrong records, and restores the site except one record that was edited since', async () => {
      const before = [...numbers(known), ...numbers(others).map((n) => people + n)];
      await imported(before.map((n) => person(n, `Before ${n}`)));
      const was = await users();

      const isWrong = (n: number) => n % (people / wrong) === 7;
      const sent = numbers(people).map((n) =>
        isWrong(n) ? { ...person(n, 'X'), email: 'unknown' } : person(n, `After ${n}`),
      );
      const refusal = await client.import({ recordSets: clientsOf(sent) }).catch((error: unknown) => error);
      const message = refusal instanceof Error ? refusal.message : '';
      const named = [...message.matchAll(/record (\d+) /g)].map(([, n]) => Number(n));
      expect(named).toEqual(
        numbers(people)
          .filter(isWrong)
          .map((n) => n + 1),
      );
      expect(await users()).toEqual(was);

      const { importId, status, counts } = await imported(
        numbers(people).map((n) => person(n, `After ${n}`)),
      );
      expect(status).toBe('success');
      expect(counts).toMatchObject({ created: people - known, updated: known, failed: 0 });
      const { items } = await client.getUsers({ q: 'undo-5@x.example' });
      const edited = String(items[0]?.id);
      await client.saveUsers({ users: [{ id: edited, homePhone: '030 1' }] });

      await control('revertImport', { siteId, importId });
      const shown = await untilReverted(importId);
      expect(shown.revert).toMatchObject({
        status: 'reverted',
        counts: { reversed: people - 1, kept: 1, failed: 0 },
      });
      expect(shown.items).toMatchObject([{ number: 6, id: edited, outcome: 'kept' }]);

      const now = await users();
      expect(now.get(edited)).toMatchObject({ name: 'After 5', homePhone: '030 1' });
      for (const [id, user] of was) if (id !== edited) expect(now.get(id)).toEqual(user);
      const added = [...now].filter(([id]) => !was.has(id));
      expect(added).toHaveLength(people - known);
      expect(added.every(([, { deleted }]) => deleted === true)).toBe(true);

      // Only the undo restored old names and deleted records.
      const published = () => {
        const events = receiver.seen.flatMap(
          ({ body }) => deliverySchema.parse(JSON.parse(body)).payload.events,
        );
        const idsOf = (some: typeof events) => new Set(some.map(({ docId }) => docId)).size;
        return {
          update: idsOf(events.filter(({ diff }) => String(diff?.['name']).startsWith('Before'))),
          delete: idsOf(events.filter(({ action }) => action === 'delete')),
        };
      };
      const due = { update: known - 1, delete: people - known };
      while (published().update + published().delete < due.update + due.delete) await wait(200);
      expect(published()).toEqual(due);
    }, 120_000);
  });
