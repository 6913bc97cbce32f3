import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

/** Reads and answers requests as `guard` does, but anybody's. */
const unguarded = `((open, { read }) => open.on('request', (request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk)).on('end', () => {
    const target = request.headers['x-amz-target'] ?? '';
    try {
      read({ method: 'POST', url: '/', target, body: Json.ofText(body) }).answer(response);
    } catch (error) {
      send(response, { status: 400, body: Json.ofValue({ message: error.message }) });
    }
  });
}))`;

export const mutants = mutantsOf(import.meta.url, {
  'the APIs serve pages of strangers': {
    file: 'packages/local/src/http-api/http-apis.ts',
    from: 'refusal === undefined ? await answer(apiId, request) : said(refusal.status, refusal.message);',
    to: 'await answer(apiId, request);',
  },
  'the queue server has no guard': {
    file: 'packages/local/src/sqs/queue-host.ts',
    from: "    guard(this, { authority, services: ['sqs'] });\n",
    to: '',
  },
  'the server in front of the database has no guard': {
    file: 'packages/local/src/dynamodb/table-host.ts',
    from: 'guard(server, {',
    to: `${unguarded}(server, {`,
  },
});
