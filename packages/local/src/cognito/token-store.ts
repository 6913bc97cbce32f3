import { generateKeyPairSync } from 'node:crypto';
import type { Adapter } from 'oidc-provider';
import * as z from 'zod';
import { readJson, writeJson } from '../base/files.ts';

const entrySchema = z.object({
  payload: z.looseObject({
    uid: z.string().optional(),
    userCode: z.string().optional(),
    grantId: z.string().optional(),
  }),
  /** In milliseconds since 1970. */
  until: z.number().optional(),
});
type Entry = z.infer<typeof entrySchema>;
const fileSchema = z.object({
  key: z.looseObject({ kty: z.string() }),
  entries: z.array(z.tuple([z.string(), entrySchema])),
});

/** What a person still has after a restart. What is under way begins again. */
const keptModels = ['Grant', 'RefreshToken', 'Session'];

export interface TokenStore {
  /** The private key that signs tokens, as a JWK. */
  readonly key: object;
  adapter(model: string): Adapter;
}

/** The grants and tokens of a user pool, in memory and in a file. */
export function openTokenStore(file: string): TokenStore {
  const kept = readJson(file, fileSchema);
  const key = kept?.key ?? newKey();
  const entries = new Map<string, Entry>(kept?.entries ?? []);
  const isOver = ({ until }: Entry): boolean => until !== undefined && until <= Date.now();

  function save(model: string): void {
    if (!keptModels.includes(model)) return;
    for (const [name, entry] of entries) if (isOver(entry)) entries.delete(name);
    const lasting = [...entries].filter(([name]) => keptModels.includes(name.split(':', 1)[0] ?? ''));
    writeJson(file, { key, entries: lasting });
  }

  function adapter(model: string): Adapter {
    const nameOf = (id: string): string => `${model}:${id}`;
    const found = (entry: Entry | undefined) => (entry && !isOver(entry) ? entry.payload : undefined);
    const firstOf = (wanted: (payload: Entry['payload']) => boolean) =>
      found([...entries].find(([name, { payload }]) => name.startsWith(`${model}:`) && wanted(payload))?.[1]);
    return {
      upsert: async (id, payload, seconds) => {
        const until = seconds === undefined ? undefined : Date.now() + seconds * 1000;
        entries.set(nameOf(id), entrySchema.parse({ payload, until }));
        save(model);
      },
      find: async (id) => found(entries.get(nameOf(id))),
      findByUid: async (uid) => firstOf((payload) => payload.uid === uid),
      findByUserCode: async (code) => firstOf((payload) => payload.userCode === code),
      consume: async (id) => {
        const entry = entries.get(nameOf(id));
        if (entry) entry.payload['consumed'] = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        entries.delete(nameOf(id));
        save(model);
      },
      revokeByGrantId: async (grantId) => {
        for (const [name, { payload }] of entries) if (payload.grantId === grantId) entries.delete(name);
        save('Grant');
      },
    };
  }

  return { key, adapter };
}

function newKey(): { kty: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return z.looseObject({ kty: z.string() }).parse(privateKey.export({ format: 'jwk' }));
}
