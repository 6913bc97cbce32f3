import * as z from 'zod';

export const token = z.object({
  apiKey: z.string(),
  /** SHA-256 of the secret, base64url. The secret itself is kept nowhere. */
  secretHash: z.string(),
  siteId: z.string(),
  permission: z.enum(['read', 'write']),
  disabled: z.boolean(),
  notes: z.string().nullable(),
  createdDate: z.string(),
  expiresDate: z.string().nullable(),
  lastUsedDate: z.string().nullable(),
  rateLimit: z.number(),
  /** How many e-mails its imports may send per UTC day. */
  dailyMails: z.number(),
  /** 1 when created, one more with each change. Recording the last use is no change. */
  version: z.number(),
});
export type Token = z.infer<typeof token>;

export const site = z.object({
  siteId: z.string(),
  name: z.string(),
  kind: z.enum(['production', 'demo']),
  createdDate: z.string(),
  /** Imports notify only addresses at these; any address when absent. */
  mailDomains: z.array(z.string()).optional(),
});
export type Site = z.infer<typeof site>;

export const idempotencyClaim = z.object({
  siteId: z.string(),
  key: z.string(),
  bodyHash: z.string(),
  importId: z.string(),
  /** When the key expires, in seconds since 1970. */
  expires: z.number(),
});
export type IdempotencyClaim = z.infer<typeof idempotencyClaim>;

export interface AccessStore {
  createSite(site: Site): Promise<void>;
  /** Replaces it. */
  updateSite(site: Site): Promise<void>;
  site(siteId: string): Promise<Site | undefined>;
  /** All of them, in the order of their ids. */
  sites(): Promise<Site[]>;
  createToken(token: Token): Promise<void>;
  token(apiKey: string): Promise<Token | undefined>;
  /** All of a site, in the order of their keys. */
  tokens(siteId: string): Promise<Token[]>;
  /** Replaces the previous version, and keeps the last use. False when that version is no longer current. */
  updateToken(next: Token): Promise<boolean>;
  /** Records when the token was used, unless a use at or after `unless` is recorded. */
  touchToken(apiKey: string, at: string, unless: string): Promise<void>;
  /** How many units of a token's hour are spent. */
  spent(apiKey: string, hour: string): Promise<number>;
  /** Spends one unit of a token's hour. Returns how many are spent now, or undefined when none was left. */
  spend(apiKey: string, hour: string, limit: number): Promise<number | undefined>;
  /** Spends e-mails of a token's day. False when fewer were left; then none is spent. */
  spendMails(
    apiKey: string,
    day: string,
    mails: { readonly count: number; readonly limit: number },
  ): Promise<boolean>;
  /** Claims a key for a body and an importId unless it is claimed. Returns the valid claim. */
  claimIdempotency(claim: IdempotencyClaim, now: Date): Promise<IdempotencyClaim>;
}
