import { describe, expect, it } from 'vitest';
import { createCaller } from '../conformance/caller.ts';
import type { Given, Port } from '../conformance/port.ts';
import { chosen, sumLines, trySuite } from '../conformance/report.ts';
import { answered } from './http.ts';
import { createForeignServer, type ForeignServer } from './server.ts';

const tokenOf = (name: string) => ({ apiKey: `key-${name}`, apiSecret: `secret-${name}` });
const token = (name: string, more: object = {}) => ({
  ...tokenOf(name),
  site: 'site',
  mayWrite: true,
  ...more,
});

/** A clock that each request moves on, since searches are by time. */
function aServer() {
  let ms = Date.parse('2026-03-01T08:00:00.000Z');
  const server = createForeignServer({
    now: () => new Date(ms),
    tokens: [
      token('write'),
      token('read', { mayWrite: false }),
      token('other', { site: 'other' }),
      token('few', { limit: 4 }),
    ],
  });
  const port: Port = {
    send: async (path, { method = 'POST', headers = {}, body = '' }) => {
      ms += 1;
      const lower = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const operation = path.replace(/\?.*/u, '');
      const text = Buffer.from(body).toString('utf8');
      return { status: 200, ...answered(server, { method, operation, headers: lower, text }) };
    },
    pass: async (passed) => void (ms += passed),
  };
  return { port, given: givenBy(server, () => (ms += 1)) };
}

/** What only the operator of a server can make. */
function givenBy({ records, files }: ForeignServer, tick: () => void): Given {
  const templateId = 'form';
  for (const number of [1, 2, 3, 4]) {
    tick();
    const bytes = Buffer.from(`Letter ${number}`);
    files.set(`letter-${number}`, bytes);
    records.put('site', 'document', {
      ...{
        key: `letter-${number}`,
        bytes: bytes.length,
        uploadedDateNumber: 20_260_301,
        creatorId: `u${number}`,
      },
      ...{ userIds: [`u${number}`, 'u0'], taskId: 't1', issueId: 'i1', interestAccountIds: ['a1'] },
    });
    records.put('site', 'response', {
      templateId,
      answers: [{ id: 'name', title: 'Name', text: `Name ${number}` }],
    });
  }
  return {
    token: tokenOf('write'),
    readOnly: tokenOf('read'),
    otherSite: tokenOf('other'),
    expired: tokenOf('expired'),
    disabled: tokenOf('disabled'),
    limited: { ...tokenOf('few'), requests: 4 },
    templateId,
    listId: records.put('site', 'list', { name: 'Counties' }).id,
  };
}

const { port, given } = aServer();
const site = createCaller(port, given).byInterface();

for (const { subject, cases } of chosen('', true))
  describe(`what the interface alone demands of a server: ${subject}`, () => {
    it.each(cases)('$title ($rule)', ({ run }) => run(site));
  });

describe('the conformance suite on the server of somebody else', () => {
  it('reports what the interface demands apart from what we decided', async () => {
    const other = aServer();
    const results = [];
    for (const suite of chosen('§4.1'))
      results.push(...(await trySuite(suite, createCaller(other.port, other.given))));
    const [demanded, decided] = sumLines(results).split('\n');
    expect(demanded).toMatch(/^demanded by the interface: \d+ cases: \d+ hold, 0 fail\.$/u);
    expect(decided).toMatch(/^decided by us: \d+ cases: \d+ hold, [1-9]\d* fail/u);
  }, 120_000);
});
