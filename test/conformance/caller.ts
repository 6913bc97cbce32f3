import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { given } from './given.ts';
import { readEnvelope, type Code, type Envelope } from './envelope.ts';
import type { Credentials, Given, Port, Received, Sent } from './port.ts';

export type Fields = Record<string, unknown>;
const fieldsSchema = z.record(z.string(), z.unknown());
const listSchema = z.array(fieldsSchema);

const pageSchema = z.object({
  items: listSchema,
  hasMore: z.boolean(),
  nextCursor: z.string().min(1).optional(),
});
export type Page = z.infer<typeof pageSchema>;

const importedSchema = z.looseObject({
  importId: z.string().min(1),
  status: z.string(),
  success: z.boolean(),
  error: z.boolean(),
  done: z.boolean(),
  errorMessage: z.string().optional(),
  duration: z.int().optional(),
  preview: z.string().optional(),
  createdDate: z.iso.datetime(),
  ranDate: z.iso.datetime().optional(),
});
export type Imported = z.infer<typeof importedSchema>;

const patienceMs = 30_000;
const pauseMs = 100;

/** A client for the cases. It hides nothing and checks what is true of every envelope. */
export interface Caller {
  readonly given: Given;
  /** Whether decisions of ours hold too, such as the words of a refusal. If not, only the interface is asked for. */
  readonly ours: boolean;
  /** The same caller, which asks for the interface alone. */
  byInterface(): Caller;
  /** Sends exactly this: no credentials, no envelope expected. */
  send(path: string, sent: Sent): Promise<Received>;
  call(operation: string, body?: object): Promise<Envelope>;
  ok(operation: string, body?: object): Promise<Fields>;
  refusal(code: Code, operation: string, body?: object): Promise<string>;
  /** Each of the bodies is an invalid request, with a message that matches. */
  refuses(operation: string, bodies: readonly object[], expected: RegExp): Promise<void>;
  /** Each value of each field, beside the rest of the body, is an invalid request that names the field. */
  refusesEach(
    operation: string,
    values: Readonly<Record<string, readonly unknown[]>>,
    body?: object,
  ): Promise<void>;
  page(operation: string, body?: object): Promise<Page>;
  all(operation: string, body?: object): Promise<Fields[]>;
  imported(recordSets: object[], options?: object): Promise<Imported>;
  status(importId: string): Promise<Imported>;
  as(credentials: Credentials): Caller;
  /** Asks until there is an answer other than undefined. */
  eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T>;
  pass(ms: number): Promise<void>;
}

export const keysOf = (fields: Fields): string[] => Object.keys(fields).toSorted();
export const idsOf = (items: readonly Fields[]): string[] => items.map((item) => textIn(item, 'id'));

/** A text that no other data contains. */
export const unique = (): string => `c${randomBytes(6).toString('hex')}`;

export const listIn = (fields: Fields, name: string): Fields[] => listSchema.parse(fields[name]);
export const objectIn = (fields: Fields, name: string): Fields => fieldsSchema.parse(fields[name]);
export const textIn = (fields: Fields, name: string): string => z.string().parse(fields[name]);

export const headersOf = ({ apiKey, apiSecret }: Credentials): Record<string, string> => ({
  'content-type': 'application/json',
  'x-api-key': apiKey,
  'x-api-secret': apiSecret,
});

export function createCaller(
  port: Port,
  given: Given,
  { credentials = given.token, ours = true }: { credentials?: Credentials; ours?: boolean } = {},
): Caller {
  const call = async (operation: string, body: object = {}): Promise<Envelope> => {
    const sent = { headers: headersOf(credentials), body: JSON.stringify(body) };
    return readEnvelope(await port.send(operation, sent), ours);
  };
  const ok = async (operation: string, body: object = {}): Promise<Fields> => {
    const envelope = await call(operation, body);
    assert.ok(envelope.ok, `${operation} was refused: ${JSON.stringify(envelope.error)}`);
    return envelope;
  };
  const page = async (operation: string, body: object = {}): Promise<Page> => {
    const found = pageSchema.parse(await ok(operation, body));
    assert.equal(
      found.hasMore,
      found.nextCursor !== undefined,
      'nextCursor is there exactly when there is more',
    );
    return found;
  };
  const refusal: Caller['refusal'] = async (code, operation, body = {}) => {
    const envelope = await call(operation, body);
    assert.ok(!envelope.ok, `expected ${operation} to be refused`);
    assert.equal(envelope.error.code, code, envelope.error.message);
    return envelope.error.message ?? '';
  };
  const caller: Caller = {
    given,
    ours,
    byInterface: () => createCaller(port, given, { credentials, ours: false }),
    send: (path, sent) => port.send(path, sent),
    call,
    ok,
    page,
    refusal,
    refuses: async (operation, bodies, expected) => {
      for (const body of bodies) {
        const message = await refusal('invalid_request', operation, body);
        if (ours) assert.match(message, expected);
      }
    },
    refusesEach: async (operation, values, body = {}) => {
      for (const [field, each] of Object.entries(values)) {
        const bodies = each.map((value) => ({ ...body, [field]: value }));
        await caller.refuses(operation, bodies, new RegExp(`\\b${field}\\b`));
      }
    },
    all: async (operation, body = {}) => {
      const found: Fields[] = [];
      let cursor: string | undefined;
      do {
        const { items, nextCursor } = await page(operation, { ...body, ...(cursor && { cursor }) });
        found.push(...items);
        cursor = nextCursor;
      } while (cursor !== undefined);
      return found;
    },
    imported: async (recordSets, options = {}) =>
      ended(caller, textIn(await ok('import', { recordSets, ...options }), 'importId')),
    status: async (importId) =>
      importedSchema.parse(objectIn(await ok('importStatus', { importId }), 'importStatus')),
    as: (others) => createCaller(port, given, { credentials: others, ours }),
    eventually: async (what, ask) => {
      for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pauseMs) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        await port.pass(pauseMs);
      }
      throw new assert.AssertionError({ message: `not within ${patienceMs / 1000} s: ${what}` });
    },
    pass: (ms) => port.pass(ms),
  };
  return caller;
}

export const stranger = (site: Caller): Caller =>
  site.as(given(site.given.otherSite, 'a token of another site'));

export const ended = (site: Caller, importId: string): Promise<Imported> =>
  site.eventually('the import ends', async () => {
    const status = await site.status(importId);
    return status.done ? status : undefined;
  });

/** Made once per service by the first case, for data that cases only read. */
export function shared<T>(make: (site: Caller) => Promise<T>): (site: Caller) => Promise<T> {
  const made = new WeakMap<Caller, Promise<T>>();
  return (site) => {
    const promise = made.get(site) ?? make(site);
    made.set(site, promise);
    return promise;
  };
}
