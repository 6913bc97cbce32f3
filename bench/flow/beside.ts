import { join } from 'node:path';
import type { RunView } from '@sluice/ledger';
import { clientsSheet } from '../../test/local-run/clients-sheet.ts';
import { dropSheet } from '../../test/local-run/drop-clients.ts';
import type { LocalSystem } from '../../test/local-run/local-system.ts';
import type { Running } from '../bench.ts';
import { byTurns, median } from '../rounds.ts';
import { count, seconds, times } from '../table.ts';
import { batchesOf, importByHand } from './by-hand.ts';
import { endOf, inSystem, mailAbout, measured, type Taken } from './in-system.ts';

/** What all rows of a sheet are to the service, in the order in which they are sent. */
const kinds = ['new', 'updated', 'unchanged'] as const;
type Kind = (typeof kinds)[number];

/** How a run counts them. */
const classOf = { new: 'created', updated: 'updated', unchanged: 'unchanged' } as const;

/** People who are new, then have another phone, and are sent once more. */
function sheetsOf(rows: number, mark: string): Readonly<Record<Kind, string>> {
  const fresh = clientsSheet(rows, mark);
  const updated = fresh.replaceAll(',0170 ', ',0171 ');
  // With a blank line it is another file: the very same would not be imported again.
  return { new: fresh, updated, unchanged: `${updated}\r\n` };
}

type Round = Readonly<Record<Kind, Taken>>;

/** The flow and a loop take turns on one running system, each with people of its own. */
export async function besideLoop({ options, folder, show }: Running): Promise<void> {
  const [rows = 0] = options.sizes('rows');
  const rounds = options.whole('rounds');
  const [flows = [], loops = []] = await inSystem({ folder: join(folder, 'beside'), rows }, async (local) => {
    let turn = 0;
    return byTurns(rounds, [
      () => aRound(rows, `flow-${(turn += 1)}`, byFlow(local, rows)),
      () => aRound(rows, `loop-${(turn += 1)}`, byLoop(local)),
    ]);
  });
  show({
    title: `The flow beside a loop written by hand: ${count(rows)} clients`,
    head: ['clients', 'by', 'end to end', 'rows a second', 'to the loop', 'processor time', 'to the loop'],
    rows: kinds.flatMap((kind) => {
      const ofFlow = flows.map((round) => round[kind]);
      const ofLoop = loops.map((round) => round[kind]);
      return [
        [kind, 'the flow', ...figuresOf(ofFlow, ofLoop, rows)],
        [kind, 'the loop', ...figuresOf(ofLoop, ofLoop, rows)],
      ];
    }),
    notes: [
      `Medians of ${rounds} rounds by turns on one running system, new addresses each time; each ratio is the median of the ratios of the rounds. Updated: the same clients with another phone. Unchanged: these again.`,
      'The loop has read the file before and knows the batches; it makes a dry run of each, then an import of each, as many at once as the flow, and stores nothing: no ledger, result sheet or mail.',
      'The flow ends with its mail. Processor time: of the whole system, service and database included.',
    ],
  });
}

interface Sheet {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
}

async function aRound(rows: number, mark: string, take: (sheet: Sheet) => Promise<Taken>): Promise<Round> {
  const sheets = sheetsOf(rows, mark);
  const takeOne = (kind: Kind) => take({ kind, name: `${mark}-${kind}`, text: sheets[kind] });
  return {
    new: await takeOne('new'),
    updated: await takeOne('updated'),
    unchanged: await takeOne('unchanged'),
  };
}

const byFlow =
  (local: LocalSystem, rows: number) =>
  async ({ kind, name, text }: Sheet): Promise<Taken> => {
    const { addresses } = local;
    const fileName = `${name}.csv`;
    const taken = await measured(local, async () => {
      const runId = await dropSheet(addresses, { path: `client/email/${fileName}`, text });
      await mailAbout(addresses, fileName);
      return runId;
    });
    checkCounts(await endOf(addresses, taken.answer), kind, rows);
    return taken;
  };

/** @throws Error if not all rows became what they were made for */
function checkCounts({ counts }: RunView, kind: Kind, rows: number): void {
  if (counts.read === rows && counts[classOf[kind]] === rows) return;
  throw new Error(`${count(rows)} rows were made ${kind}, and became ${JSON.stringify(counts)}.`);
}

const byLoop =
  (local: LocalSystem) =>
  async ({ text }: Sheet): Promise<Taken> => {
    const batches = await batchesOf(text);
    const own = process.cpuUsage();
    const { ms, processorMs } = await measured(local, () => importByHand(local.addresses, batches));
    // The loop runs in this process, beside the system.
    const { user, system } = process.cpuUsage(own);
    return { ms, processorMs: processorMs + (user + system) / 1000, answer: undefined };
  };

function figuresOf(all: readonly Taken[], loops: readonly Taken[], rows: number): string[] {
  const medianOf = (key: 'ms' | 'processorMs') => median(all.map((taken) => taken[key]));
  const ratio = (key: 'ms' | 'processorMs') =>
    times(median(all.map((taken, at) => taken[key] / (loops[at]?.[key] ?? Number.NaN))));
  const ms = medianOf('ms');
  return [
    seconds(ms),
    count((rows * 1000) / ms),
    ratio('ms'),
    seconds(medianOf('processorMs')),
    ratio('processorMs'),
  ];
}
