import type { AccessStore, IdempotencyClaim, Site, Token } from '../../store/access.ts';

export function createMemoryAccess(): AccessStore {
  const sites = new Map<string, Site>();
  const tokens = new Map<string, Token>();
  const spent = new Map<string, number>();
  const claims = new Map<string, IdempotencyClaim>();

  return {
    createSite: async (site) => {
      sites.set(site.siteId, site);
    },
    updateSite: async (site) => {
      sites.set(site.siteId, site);
    },
    site: async (siteId) => sites.get(siteId),
    sites: async () => [...sites.values()].toSorted((a, b) => (a.siteId < b.siteId ? -1 : 1)),
    createToken: async (token) => {
      tokens.set(token.apiKey, token);
    },
    token: async (apiKey) => tokens.get(apiKey),
    tokens: async (siteId) =>
      [...tokens.values()]
        .filter((token) => token.siteId === siteId)
        .toSorted((a, b) => (a.apiKey < b.apiKey ? -1 : 1)),
    updateToken: async (next) => {
      const token = tokens.get(next.apiKey);
      if (token?.version !== next.version - 1) return false;
      tokens.set(next.apiKey, { ...next, lastUsedDate: token.lastUsedDate });
      return true;
    },
    touchToken: async (apiKey, at, unless) => {
      const token = tokens.get(apiKey);
      if (!token || (token.lastUsedDate !== null && token.lastUsedDate >= unless)) return;
      tokens.set(apiKey, { ...token, lastUsedDate: at });
    },
    spent: async (apiKey, hour) => spent.get(`${apiKey} ${hour}`) ?? 0,
    spend: async (apiKey, hour, limit) => {
      const used = spent.get(`${apiKey} ${hour}`) ?? 0;
      if (used >= limit) return undefined;
      spent.set(`${apiKey} ${hour}`, used + 1);
      return used + 1;
    },
    spendMails: async (apiKey, day, { count, limit }) => {
      const used = (spent.get(`${apiKey} ${day}`) ?? 0) + count;
      if (used <= limit) spent.set(`${apiKey} ${day}`, used);
      return used <= limit;
    },
    claimIdempotency: async (claim, now) => {
      const key = JSON.stringify([claim.siteId, claim.key]);
      const held = claims.get(key);
      if (held && held.expires * 1000 > now.getTime()) return held;
      claims.set(key, claim);
      return claim;
    },
  };
}
