import {
  changeCells,
  changedBy,
  changeLines,
  changesHeader,
  changesPageSchema,
  type ChangeLine,
} from '@sluice/ledger/views';
import { counted } from '@sluice/contract/words';
import { safeCsvRow } from '@sluice/sheets';
import type * as z from 'zod';
import type { Command } from '../command/command.ts';
import { schemaNamed } from '../files/inbox-key.ts';
import type { Services } from '../io/services.ts';
import { jsonArray } from '../io/json-array.ts';
import { timesOf } from '../io/since.ts';
import { callPanel, findControlPanel, type ControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory } from '../system/history.ts';
import { writingRuns } from '../system/writing-runs.ts';
import type { changesSchema } from './options.ts';

type ChangesOptions = z.infer<typeof changesSchema>;

interface Changes {
  readonly as: ChangesOptions['as'];
  /** Some lines of one import at a time. Each is read when those before it are written. */
  readonly lines: AsyncIterable<readonly ChangeLine[]>;
}

async function auditChanges(options: ChangesOptions, services: Services): Promise<Changes> {
  const { schema, as, url, site } = options;
  const { since = '', until = services.now().toISOString() } = timesOf(options, services);
  if (schema !== undefined && schema !== 'user') schemaNamed(schema);
  const panel = await findControlPanel(url, services);
  const asked = { siteId: await siteIdFor(site, panel), since, until, schema };
  return { as, lines: linesOf(asked, panel, services) };
}

const nothing = { changes: 0, imports: 0, calls: 0, altered: 0, gone: 0, notCovered: 0, erased: 0 };

async function* linesOf(
  asked: object,
  panel: ControlPanel,
  services: Services,
): AsyncGenerator<readonly ChangeLine[]> {
  const history = createHistory(services);
  const found = { ...nothing };
  let last = '';
  for (let cursor: string | undefined; ;) {
    const page = await callPanel(panel, ['listChanges', { ...asked, cursor }], changesPageSchema);
    for (const one of page.items) {
      // What the history answers about one import is not kept for the next.
      const changed = await changedBy(one, writingRuns(history));
      const lines = changeLines(changed);
      const { values, importId, requestId = '' } = changed;
      // An import may go on in the next page.
      const isNew = (importId ?? requestId) !== last;
      if (isNew) found[importId === undefined ? 'calls' : 'imports'] += 1;
      if (values !== 'altered' && values !== 'gone') found.changes += lines.length;
      if (isNew && values !== 'covered') found[values] += 1;
      found.erased += lines.filter((line) => line.values === 'erased').length;
      last = importId ?? requestId;
      yield lines;
    }
    cursor = page.nextCursor;
    if (cursor === undefined) return report(found, services);
  }
}

function report(
  { changes, imports, calls, altered, gone, notCovered, erased }: typeof nothing,
  { voice }: Services,
): void {
  const of = (count: number) => counted(count, 'import or call', 'imports or calls');
  voice.say(
    `Listed ${counted(changes, 'change')} by ${counted(imports, 'import')} and ${counted(calls, 'other call')}.`,
  );
  if (altered > 0)
    voice.say(
      `ALTERED: what is stored of ${of(altered)} is not what was stored then, so no values are shown.`,
    );
  if (gone > 0) voice.say(`No longer stored: the values of ${of(gone)}.`);
  if (notCovered > 0) voice.say(`Not covered by a hash in a history: the values of ${of(notCovered)}.`);
  if (erased > 0) voice.say(`Erased: the values of ${counted(erased, 'record')}.`);
  voice.say(
    'This does not prove that nothing is missing: `sluice audit verify` and `sluice audit verify --panel` look for that.',
  );
}

/** With a byte order mark, by which spreadsheet programs recognize UTF-8. */
async function* csv(lines: Changes['lines']): AsyncGenerator<string> {
  yield `\ufeff${safeCsvRow(changesHeader)}`;
  for await (const some of lines) yield some.map((line) => safeCsvRow(changeCells(line))).join('');
}

async function* jsonLines(lines: Changes['lines']): AsyncGenerator<string> {
  for await (const some of lines) yield some.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function* each(lines: Changes['lines']): AsyncGenerator<ChangeLine> {
  for await (const some of lines) yield* some;
}

export const command: Command<ChangesOptions, Changes> = {
  run: auditChanges,
  text: ({ as, lines }) => (as === 'csv' ? csv(lines) : jsonLines(lines)),
  json: ({ lines }) => jsonArray(each(lines)),
};
