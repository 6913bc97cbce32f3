import { ApiError, idInput, limits } from '@sluice/contract';
import * as z from 'zod';
import { hashSecret } from '../api/credentials.ts';
import { spentThisHour } from '../records/rate.ts';
import { token as tokenSchema, type Token } from '../store/access.ts';
import { controlOperation, siteOperation, type ControlServices } from './operation/control-operation.ts';
import { pageInput, pageOf } from './page.ts';
import { textInput } from './texts.ts';

const notes = textInput(1000);
const expiresDate = z.iso
  .datetime({ offset: true, error: 'expected an ISO 8601 time, such as 2026-12-31T00:00:00Z' })
  .transform((time) => new Date(time).toISOString());
const rateLimit = z.int().min(0).max(1_000_000_000);
const dailyMails = z.int().min(0).max(1_000_000);

/** The secret is shown here only. The store keeps its hash. */
export const createToken = siteOperation({
  does: 'creates a token of a site, and shows its secret once',
  input: z.strictObject({
    siteId: idInput,
    permission: z.enum(['read', 'write']),
    notes: notes.optional(),
    expiresDate: expiresDate.optional(),
    rateLimit: rateLimit.default(limits.rateLimit),
    dailyMails: dailyMails.default(limits.dailyMails),
  }),
  run: async ({ siteId, permission, ...rest }, services) => {
    const apiKey = services.newId();
    const apiSecret = services.newSecret();
    await services.store.access.createToken({
      apiKey,
      secretHash: hashSecret(apiSecret),
      siteId,
      permission,
      disabled: false,
      notes: rest.notes ?? null,
      createdDate: services.now().toISOString(),
      expiresDate: rest.expiresDate ?? null,
      lastUsedDate: null,
      rateLimit: rest.rateLimit,
      dailyMails: rest.dailyMails,
      version: 1,
    });
    return { apiKey, apiSecret };
  },
  concerns: async (_, { store }, result) => result && store.access.token(result.apiKey),
});

export const listTokens = siteOperation({
  does: 'lists the tokens of a site, without their secrets',
  input: z.strictObject({ siteId: idInput, ...pageInput }),
  run: async ({ siteId, limit, cursor = '' }, services) => {
    const tokens = await services.store.access.tokens(siteId);
    const left = tokens.filter(({ apiKey }) => apiKey > cursor).slice(0, limit + 1);
    const items = await Promise.all(left.map((token) => shown(token, services)));
    return pageOf(items, limit, { idOf: ({ apiKey }) => apiKey, itemOf: (token) => token });
  },
});

export const findToken = controlOperation({
  does: 'shows the token with a key, and its site',
  input: z.strictObject({ apiKey: idInput }),
  run: async ({ apiKey }, services) => {
    const { access } = services.store;
    const token = await access.token(apiKey);
    const site = token && (await access.site(token.siteId));
    if (!token || !site) throw new ApiError('not_found', 'apiKey: expected the key of a token.');
    return { token: await shown(token, services), site };
  },
});

/** Changes only the version that was read, so that two operators do not overwrite one another. */
export const updateToken = controlOperation({
  does: 'disables or enables a token, or changes its notes, expiration or limits',
  input: z
    .strictObject({
      siteId: idInput,
      apiKey: idInput,
      version: z.int(),
      disabled: z.boolean().optional(),
      notes: notes.nullable().optional(),
      expiresDate: expiresDate.nullable().optional(),
      rateLimit: rateLimit.optional(),
      dailyMails: dailyMails.optional(),
    })
    .refine(
      ({ siteId: _, apiKey: __, version: ___, ...changes }) =>
        Object.values(changes).some((value) => value !== undefined),
      'expected at least one of: disabled, notes, expiresDate, rateLimit, dailyMails',
    ),
  run: async ({ siteId, apiKey, version, ...changes }, services) => {
    const { access } = services.store;
    const token = await access.token(apiKey);
    if (token?.siteId !== siteId)
      throw new ApiError('not_found', 'apiKey: expected the key of a token of this site.');
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const next: Token = { ...token, ...given, version: version + 1 };
    // The version must still be current, or this change would undo another.
    if (token.version !== version || !(await access.updateToken(next)))
      throw await changedMeanwhile(apiKey, services);
    return { token: await shown(next, services) };
  },
  concerns: async ({ apiKey }, { store }) => store.access.token(apiKey),
});

async function changedMeanwhile(apiKey: string, { store }: ControlServices): Promise<ApiError> {
  const now = await store.access.token(apiKey);
  return new ApiError(
    'invalid_request',
    `version: expected ${now?.version}, the version of the token as it is now, which listTokens shows. Nothing was changed.`,
  );
}

/** Leaves out the hash, and what a newer version may have added. */
const shownToken = tokenSchema.omit({ secretHash: true });

async function shown(stored: Token, { store, now }: ControlServices) {
  return { ...shownToken.parse(stored), spentThisHour: await spentThisHour(store.access, stored, now()) };
}
