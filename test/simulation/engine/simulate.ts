import { decisionsOf } from '../decisions.ts';
import { createEffects, faultKinds, type FaultKind } from '../effects.ts';
import { createScheduler } from '../scheduler.ts';
import type { Simulated, SimulateOptions } from '../simulate.ts';
import { createClients } from './clients.ts';
import type { History } from './history.ts';
import { lookAt } from './look.ts';
import { breachesOfHistory } from './oracle.ts';
import { breachesOfLookups } from './oracle-lookups.ts';
import { createServiceWorld, type ServiceWorld, type Site } from './service.ts';

const sleeping: readonly FaultKind[] = ['slow', 'answersLate', 'arrivesLate', 'stale'];
/** What a table that is asked too much lets wait. */
const slowed: readonly string[] = ['claim', 'write', 'writeTogether'];
const stepsAtMost = 20_000;

interface ServiceOptions extends SimulateOptions {
  /** Receives what came of it, before the checks. */
  readonly onHistory?: (history: History) => void;
}

/** Lets one seed decide a history of the service: who calls it and when, what fails, and which process goes next. */
export async function simulateService(
  seed: number,
  { kept, kinds: only, ordered = false, onStep, onHistory }: ServiceOptions = {},
): Promise<Simulated> {
  const decisions = decisionsOf(seed, kept);
  const at = <T>(name: string, choices: readonly [T, ...T[]]): T =>
    choices[decisions.pick(name, choices.length)] ?? choices[0];
  const failures: string[] = [];
  const isDrowsy = only === undefined && decisions.chance('processes stall', 0.4);
  const all = only ?? (Object.keys(faultKinds) as FaultKind[]);
  const kinds = all.filter((kind) => only !== undefined || !isDrowsy || sleeping.includes(kind));
  const note =
    onStep && ((line: string) => onStep(`${new Date(scheduler.now()).toISOString().slice(5, 23)} ${line}`));
  const scheduler = createScheduler({
    decisions,
    mixing: ordered ? 0 : at('mixing', [0, 0.05, 0.3, 0.8]),
    due: () => [...service.due(), ...clients.due()],
    failed: (step, error) => void failures.push(`${step}: ${String(error)}`),
  });
  const pace = at('writes of workers take', [0, 0, 0, 0, 0, 0, 200, 2_000, 27_000]);
  const effects = createEffects({
    scheduler,
    decisions,
    rate: isDrowsy ? 0.04 : at('faults', [0, 0.005, 0.02, 0.05]),
    most: 2 + decisions.pick('most faults', isDrowsy ? 14 : 8),
    kinds: new Set(kinds),
    onEffect: note,
    paceMs: ({ step }, { command }) => (step === 'runImport' && slowed.includes(command) ? pace : 0),
  });
  const service = createServiceWorld({
    scheduler,
    effect: effects.effect,
    decisions,
    disorder: ordered ? 0 : at('disorder', [0, 0.05, 0.25]),
  });
  const clients = createClients({ service, scheduler, decisions, note });
  const settle = async () => {
    while (await scheduler.step())
      if (scheduler.steps() > stepsAtMost) throw new Error('invariant 12: the service does not come to rest');
  };
  const breaches: string[] = [];
  try {
    const sites = await sitesOf(service, 1 + Number(decisions.chance('there are two sites', 0.2)));
    clients.plan(sites);
    const settleWhole = async () => {
      do await settle();
      while (clients.lookAfter(sites));
    };
    await settleWhole();
    if (decisions.chance('all is undone', 0.5)) await clients.undoAll(settleWhole);
    await clients.eraseAgain(settleWhole);
    const faults = service.faultsOfWorkers(effects.fired);
    const history = await lookAt({ service, calls: clients.calls, sites, faults });
    onHistory?.(history);
    breaches.push(...breachesOfHistory(history), ...(await breachesOfLookups(service)));
  } catch (error) {
    breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return {
    seed,
    breaches,
    hash: effects.hash(),
    decisions: decisions.made,
    fired: effects.fired,
    acts: clients.acts,
    statuses: [...statusesOf(service).values()],
    effects: effects.effects.length,
    failures,
  };
}

/** Sites exist before anything happens; every second one has a webhook. */
async function sitesOf(service: ServiceWorld, count: number): Promise<Site[]> {
  const sites: Site[] = [];
  for (let number = 1; number <= count; number += 1) sites.push(await service.newSite(number, number === 1));
  return sites;
}

function statusesOf({ log }: ServiceWorld): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of log) if (one.kind === 'import') found.set(one.item.importId, one.item.state);
  return found;
}
