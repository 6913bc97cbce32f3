import { randomUUID } from 'node:crypto';
import { createImports } from './imports.ts';
import type { Asked, Fields, Token, Ways } from './options.ts';
import { createRecords, isFields, listIn, problemOf, textIn, type Stored } from './records.ts';
import { invalid, Refusal } from './refusal.ts';
import { search, shown } from './search.ts';

type Operation = (site: string, body: Fields, headers: Fields) => object;
const writes = new Set(['import', 'saveUsers', 'createListItems', 'revertImport']);
const common = new Set(['apiKey', 'apiSecret', 'apiVersion', 'endpointId']);

/**
 * A server of somebody else: written from the interface alone, in memory. It knows none of our decisions, unless a switch of its
 * ways gives it one.
 */
export function createForeignServer(ways: Ways) {
  const records = createRecords(ways.now);
  const imports = createImports(ways, records);
  const files = new Map<string, Uint8Array>();
  const spent = new Map<string, number>();
  /** Every call of `import`, in order. */
  const calls: (Asked & { readonly key: string | undefined })[] = [];

  function saveUsers(site: string, body: Fields): object {
    const users = listIn(body, 'users', isFields);
    for (const fields of users) {
      const says = problemOf('user', fields);
      if (says !== undefined) throw invalid(`users: ${says}.`);
      if (fields['id'] !== undefined) records.get(site, 'user', fields['id']);
    }
    const saved = users.map((fields) =>
      records.put(
        site,
        'user',
        fields,
        fields['id'] === undefined ? undefined : records.get(site, 'user', fields['id']),
      ),
    );
    return { users: saved.map(({ id, fields }) => ({ id, updatedDate: fields['updatedDate'] })) };
  }

  function createListItems(site: string, body: Fields): object {
    const list = records.get(site, 'list', textIn(body, 'listId'));
    const items = listIn(body, 'items', isFields).map((item) => {
      const { code } = item;
      if (code !== undefined && typeof code !== 'string') throw invalid('items: code has to be a text.');
      return { title: textIn(item, 'title'), ...(code !== undefined && { code }) };
    });
    return {
      items: items.map(({ title, code }) => {
        const ofList = records.all(site, 'item').filter(({ fields }) => fields['listId'] === list.id);
        const isIt = ({ fields }: Stored) =>
          code === undefined
            ? String(fields['title']).toLowerCase() === title.toLowerCase()
            : fields['code'] === code;
        const known = ofList.find(isIt);
        const changes = known === undefined || code !== undefined;
        const kept = changes
          ? records.put(site, 'item', { title, ...(code && { code }), listId: list.id }, known)
          : known;
        return { id: kept.id, title: kept.fields['title'], created: known === undefined };
      }),
    };
  }

  const found =
    (kind: 'user' | 'issue'): Operation =>
    (site, body) => ({
      [kind]: shown(records.get(site, kind, textIn(body, 'id')), body),
    });
  const operations: Readonly<Record<string, Operation>> = {
    checkCredentials: () => ({}),
    createListItems,
    getDocuments: (site, body) => search(site, 'document', body, records),
    getInterestAccounts: (site, body) => search(site, 'interestAccount', body, records),
    getIssue: found('issue'),
    getIssues: (site, body) => search(site, 'issue', body, records),
    getRoles: (site) => ({ roles: records.all(site, 'role').map((one) => shown(one, {})) }),
    getResponses: (site, body) => {
      textIn(body, 'templateId');
      return search(site, 'response', body, records);
    },
    getUser: found('user'),
    getUsers: (site, body) => search(site, 'user', body, records),
    import: (site, body, headers) => {
      const key = headers['idempotency-key'];
      calls.push({ ...askedIn(body), key: typeof key === 'string' ? key : undefined });
      return imports.begin(site, body, typeof key === 'string' ? key : undefined);
    },
    importStatus: imports.status,
    saveUsers,
    ...(ways.canUndo && { revertImport: imports.undo, getRevert: imports.undone }),
  };

  function tokenOf(body: Fields, headers: Fields): Token {
    const apiKey = body['apiKey'] ?? headers['x-api-key'];
    const apiSecret = body['apiSecret'] ?? headers['x-api-secret'];
    const token = ways.tokens.find((one) => one.apiKey === apiKey && one.apiSecret === apiSecret);
    if (token === undefined) throw new Refusal('unauthorized', 'These credentials are not known here.');
    return token;
  }

  /** Spends a unit of the hour. */
  function rateOf({ apiKey, limit = 100_000 }: Token): {
    rateLimitLimit: number;
    rateLimitRemaining: number;
  } {
    const hour = `${apiKey} ${ways.now().toISOString().slice(0, 13)}`;
    const used = Math.min(limit + 1, (spent.get(hour) ?? 0) + 1);
    spent.set(hour, used);
    return { rateLimitLimit: limit, rateLimitRemaining: Math.max(0, limit - used) };
  }

  const isSpent = ({ apiKey, limit = 100_000 }: Token): boolean =>
    (spent.get(`${apiKey} ${ways.now().toISOString().slice(0, 13)}`) ?? 0) > limit;

  function answer(operation: string, body: Fields, headers: Fields): Fields & { readonly meta: Fields } {
    imports.catchUp();
    let rate = { rateLimitLimit: 0, rateLimitRemaining: 0 };
    const meta = () => ({ requestId: randomUUID(), duration: 1, ...rate });
    try {
      const token = tokenOf(body, headers);
      rate = rateOf(token);
      if (isSpent(token)) throw new Refusal('too_many_requests', 'The calls of this hour are used up.');
      const refused = ways.refuses?.(operation, askedIn(body));
      if (refused !== undefined) throw new Refusal(refused.code, refused.message);
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (run === undefined) throw new Refusal('not_found', 'There is no such operation.');
      if (writes.has(operation) && !token.mayWrite)
        throw new Refusal('unauthorized', 'This token may only read.');
      const own = Object.fromEntries(Object.entries(body).filter(([name]) => !common.has(name)));
      return { ok: true, meta: meta(), ...run(token.site, own, headers) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isEarly = operation === 'import';
      return { ok: false, meta: meta(), error: error.toError(), ...(isEarly && { importId: null }) };
    }
  }

  return {
    answer,
    records,
    imports: imports.imports,
    calls: calls as readonly (Asked & { readonly key: string | undefined })[],
    files,
    /** The file of a key, for a token that is known. */
    fileOf: (body: Fields, headers: Fields): Uint8Array | undefined => {
      const { site } = tokenOf(body, headers);
      const key = textIn(body, 'key');
      const isOfSite = records.all(site, 'document').some(({ fields }) => fields['key'] === key);
      return isOfSite ? files.get(key) : undefined;
    },
  };
}
export type ForeignServer = ReturnType<typeof createForeignServer>;

/** What a call of `import` asks for. */
export function askedIn(body: Fields): Asked {
  const { dryRun = false, filename = '', recordSets } = body;
  const sets = Array.isArray(recordSets) ? recordSets.filter(isFields) : [];
  const records = sets.flatMap((set) =>
    Array.isArray(set['records']) ? set['records'].filter(isFields) : [],
  );
  return { dryRun: dryRun === true, filename: String(filename), records };
}
