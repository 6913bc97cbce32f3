import { tested, withFaults, type Mutant } from './mutant.ts';

const roles = tested('test/security/roles.test.ts');
const formulas = tested('packages/import-plan/src/result-sheet/result-sheet.property.test.ts');
const mails = tested('packages/data-access/src/import/delivery.test.ts');
const limits = tested('packages/data-access/src/api/limits.test.ts');
const undo = tested('packages/data-access/src/control/undo-route.test.ts');
const erasing = tested('packages/flow/src/erase/answer-erase.test.ts');
const deliveries = tested('packages/webhooks/src/send/guarded-sender.test.ts');

/** Holes through which clients, droppers and operators would reach what is not theirs, or harm whoever opens what they sent. */
export const ofAttacking: readonly Mutant[] = [
  {
    name: 'a cell starts a formula behind a semicolon',
    file: 'packages/sheets/src/table/formula-guard.ts',
    from: "const inside = new RegExp(`([,;|\\\\t\\\\r\\\\n])(?=(?:'",
    to: "const inside = new RegExp(`([,|\\\\t\\\\r\\\\n])(?=(?:'",
    proof: formulas,
  },
  {
    name: 'a cell starts a formula behind blanks',
    file: 'packages/sheets/src/table/formula-guard.ts',
    from: 'new RegExp(`^${skipped}*[',
    to: 'new RegExp(`^[',
    proof: formulas,
  },
  {
    name: 'anybody reads the history without a signature',
    file: 'infra/constructs/history.ts',
    from: 'HttpMethod.GET), to: historyApi, authorizer }',
    to: 'HttpMethod.GET), to: historyApi }',
    proof: roles,
  },
  {
    name: 'the function that reads the history may write runs',
    file: 'infra/constructs/history.ts',
    from: '        ledger.grantRead(),\n        service.reserve(),',
    to: "        ledger.grantFor('actOnRun'),\n        service.reserve(),",
    proof: roles,
  },
  {
    name: 'a drop is taken from any bucket of the account',
    file: 'packages/flow/src/read/read-drop.ts',
    from: 'drop.migration === undefined && drop.bucket !== services.dropBucket',
    to: 'drop.bucket === undefined',
    proof: tested('packages/flow/src/read/read-drop.test.ts'),
  },
  {
    name: 'a token that may only read writes',
    file: 'packages/data-access/src/api/dispatch.ts',
    from: "if (contract[name].permission === 'write' && token.permission !== 'write') {",
    to: "if (contract[name].permission !== 'write' && token.permission === 'none') {",
    proof: tested('packages/data-access/src/api/dispatch.test.ts'),
  },
  {
    name: 'every answer that waits is free of the rate limit',
    file: 'packages/data-access/src/operations/import.ts',
    from: 'isFree: await isFree(link, call)',
    to: 'isFree: true',
    proof: mails,
  },
  {
    name: 'the lists of a request have any number of entries together',
    file: 'packages/contract/src/too-long.ts',
    from: 'if (seen.entries > limits.entries)',
    to: 'if (seen.entries < 0)',
    proof: limits,
  },
  {
    name: 'an import mails any domain',
    file: 'packages/data-access/src/import/addresses.ts',
    from: 'if (at >= 0)',
    to: 'if (at > count)',
    proof: mails,
  },
  {
    name: 'a token sends mails without end',
    file: 'packages/data-access/src/import/addresses.ts',
    from: 'if (await access.spendMails(token.apiKey, day, { count, limit })) return;',
    to: 'if (await access.spendMails(token.apiKey, day, { count: 0, limit })) return;',
    proof: mails,
  },
  {
    name: 'the log of the panel holds secrets',
    file: 'packages/data-access/src/control/audit/without-secrets.ts',
    from: "  if (secrets.has(name)) return '(secret)';\n",
    to: '',
    proof: tested('packages/data-access/src/control/audit/audit.test.ts'),
  },
  {
    name: 'a cursor of one site pages through another',
    file: 'packages/data-access/src/search/cursor.ts',
    from: 'JSON.stringify([siteId, operation,',
    to: 'JSON.stringify([operation,',
    proof: tested('packages/data-access/src/operations/users.test.ts'),
  },
  {
    name: 'the flow takes back imports of the site that its request names',
    file: 'packages/data-access/src/control/dispatch-control.ts',
    from: '{ ...body.own, siteId: await siteOfToken(request, body, services) }',
    to: '{ siteId: await siteOfToken(request, body, services), ...body.own }',
    proof: undo,
  },
  {
    name: 'the flow may call the whole control panel',
    file: 'packages/data-access/src/control/dispatch-control.ts',
    from: 'const known = isUndo ? undoByName : byName;',
    to: 'const known = byName;',
    proof: undo,
  },
  {
    name: 'a webhook reaches an address that its name hides',
    file: 'packages/webhooks/src/send/guarded-lookup.ts',
    from: 'if (forbidden !== undefined) return',
    to: 'if (forbidden === null) return',
    proof: deliveries,
  },
  {
    name: 'a webhook is not checked once more when it is connected',
    file: 'packages/webhooks/src/send/connect.ts',
    from: '    if (!mayReach(kind)) throw new ForbiddenAddress(kind);\n',
    to: '',
    proof: deliveries,
  },
  {
    name: 'a receiver believes any signature',
    file: 'packages/webhooks/src/verify.ts',
    from: 'a.length === b.length && timingSafeEqual(a, b)',
    to: 'a.length === b.length',
    proof: tested('packages/webhooks/src/verify.test.ts'),
  },
  {
    name: 'something is erased before it is in the history',
    file: 'packages/flow/src/erase/erase-run.ts',
    from: "if (begun.phase === 'erase' && isRecorded && ",
    to: "if (begun.phase === 'erase' && ",
    proof: erasing,
  },
  {
    name: 'what is erased stays in earlier versions',
    file: 'packages/erasure/src/erase-below.ts',
    from: '    await objects.remove(version);\n',
    to: '    if (!isRewritten) await objects.remove(version);\n',
    proof: withFaults('a person is erased'),
  },
  {
    name: 'an object is removed before what others have in it is put',
    file: 'packages/erasure/src/erase-below.ts',
    from: '    if (isRewritten) await objects.put(key, judged.text);\n    await objects.remove(version);\n',
    to: '    await objects.remove(version);\n    if (isRewritten) await objects.put(key, judged.text);\n',
    proof: withFaults('a person is erased', 'eraseRuns S3.PutObject'),
  },
  {
    name: 'a person stays whose value the grid does not show in a long cell',
    file: 'packages/import-plan/src/row-blocks/write-row-blocks.ts',
    from: '      longCells.addOf(row);\n',
    to: '',
    proof: erasing,
  },
  {
    name: 'an erase that goes on in packed rows passes over a block',
    file: 'packages/flow/src/erase/copy-holds.ts',
    from: 'searched.set(version.versionId, block + 1)',
    to: 'searched.set(version.versionId, block + 2)',
    proof: erasing,
  },
  {
    name: 'a person stays whose value is in wide letters in packed rows',
    file: 'packages/erasure/src/record.ts',
    from: 'const text = unified(json);',
    to: 'const text = json.toLowerCase();',
    proof: tested('packages/erasure/src/record.property.test.ts'),
  },
];
