import type { Decisions } from './decisions.ts';
import { faultKinds, type FaultKind } from './effects.ts';
import type { WorldOptions } from './world.ts';

export const at = <T>(decisions: Decisions, name: string, choices: readonly [T, ...T[]]): T =>
  choices[decisions.pick(name, choices.length)] ?? choices[0];

const sleeping: readonly FaultKind[] = ['slow', 'answersLate', 'arrivesLate'];

/** What kind of service, and how rough the world is. Of each kind of fault there is some, or none at all. */
export function optionsOf(
  decisions: Decisions,
  { kinds: only, ordered }: { readonly kinds?: readonly FaultKind[] | undefined; readonly ordered: boolean },
): WorldOptions {
  const service = at(decisions, 'service', ['ours', 'ours', 'plain', 'terse'] as const);
  const isOurs = service === 'ours';
  const all = only ?? (Object.keys(faultKinds) as FaultKind[]);
  const isDrowsy = !ordered && only === undefined && decisions.chance('processes sleep often', 0.3);
  const possible = all.filter((kind) =>
    isDrowsy ? sleeping.includes(kind) : !ordered || !sleeping.includes(kind),
  );
  const kinds = new Set(
    possible.filter((kind) => decisions.chance(`there is ${kind}`, only || isDrowsy ? 1 : 0.6)),
  );
  const isRefused = decisions.chance('some records are refused', 0.25);
  const limit = decisions.chance('few calls an hour', 0.1) ? { limit: 10 + decisions.pick('limit', 10) } : {};
  const seconds = at(decisions, 'imports take', [1, 10, 100]);
  // Then files that come later are read before this one.
  const reading = ordered ? 0 : at(decisions, 'reading takes', [0, 0, 0, 0, 0, 2_000, 20_000]);
  const isUneven = decisions.chance('imports take unevenly long', 0.3);
  return {
    isOurs,
    hasWebhook: isOurs && decisions.chance('a webhook hears of changes', 0.5),
    seeded: [1, 2, 3, 4, 5, 6, 7, 8, 9]
      .filter((row) => decisions.chance(`record ${row} is there`, 0.3))
      .map((row) => ({ email: `p${row}@example.com`, name: 'Canary old' })),
    ...limit,
    decisions,
    kinds,
    names: service === 'terse' ? 'one' : 'all',
    ...(service === 'terse' &&
      decisions.chance('has words of its own', 0.3) && {
        says: ({ dryRun, batch }) => (!dryRun && batch === 1 ? 'E 4711' : undefined),
      }),
    refusesAtOnce: decisions.chance('refuses at once', 0.3),
    paceMs: ({ step }, { client }) => (step === 'readDrop' && client === 'ledger' ? reading : 0),
    runsFor: ({ batch, attempt }) => seconds * (isUneven ? 1 + ((batch + attempt) % 3) * 5 : 1) * 300,
    ...(isRefused && { refuse: ({ name }) => (name === 'Canary bad' ? 'name: another name' : undefined) }),
    rates: {
      faults: isDrowsy ? 0.08 : at(decisions, 'faults', [0, 0.005, 0.02, 0.06]),
      mixing: ordered ? 0 : at(decisions, 'mixing', [0, 0.05, 0.3, 0.8]),
      disorder: ordered ? 0 : at(decisions, 'disorder', [0, 0.05, 0.25]),
    },
    mostFaults: (1 + decisions.pick('most faults', 12)) * (isDrowsy ? 4 : 1),
    serviceRates: ordered
      ? undefined
      : {
          // Somebody else's server is known to end each import within a quiet time.
          faults: isOurs
            ? at(decisions, 'faults of the service', isDrowsy ? [0, 0.04] : [0, 0, 0.005, 0.02])
            : 0,
          mostFaults: 1 + decisions.pick('most faults of the service', 8),
          disorder: !isOurs ? 0 : at(decisions, 'disorder of the service', [0, 0.05, 0.25]),
          kinds,
        },
  };
}

/** A sheet of a few rows: `from` on, some of them wrong, deleted or twice. */
export function sheetOf(decisions: Decisions, name: string, from: number): string {
  const hasDeletions = decisions.chance(`${name} deletes`, 0.15);
  const count = 1 + decisions.pick(`rows of ${name}`, 9);
  const lines = Array.from({ length: count }, (_, index) => {
    const row = from + index;
    const is = (what: string, chance: number) => decisions.chance(`row ${row} of ${name} is ${what}`, chance);
    const email = is('without an address', 0.04) ? 'no address' : `p${row}@example.com`;
    // Each file has values of its own, so that it shows which one was written last.
    const change = is('bad', 0.08) ? 'bad' : `${row} of ${name}`;
    const isThere = decisions.chance(`record ${row} is there`, 0.3);
    const isDeleted = hasDeletions && isThere && is('deleted', 0.6);
    const line = hasDeletions
      ? `${email},Canary ${change},${isDeleted ? 'true' : ''}`
      : `${email},Canary ${change}`;
    return is('there twice', 0.04) ? [line, line] : [line];
  });
  return [hasDeletions ? 'email,name,deleted' : 'email,name', ...lines.flat(), ''].join('\r\n');
}
