import type { StageSettings } from '../../infra/settings/settings.ts';
import type { Bench } from '../bench.ts';
import { count } from '../table.ts';
import { partsTable, phasesTable, type Shown } from './aws-tables.ts';
import { newClients } from './clients.ts';
import { deploymentOf } from './deployment.ts';
import { modelledRun, physicsOf, type Machine } from './model.ts';
import { phasesOf } from './phases.ts';
import { traceService } from './service-trace.ts';

const stages: Readonly<Record<string, StageSettings>> = {
  default: {},
  'more-workers': {
    workers: { submission: 20, imports: 20 },
    tables: { data: { warmWrites: 40_000 } },
  },
  'new-table': { tables: { data: { warmWrites: 4000 } } },
};

/** Of small and of large batches. Three of these, since latencies differ. */
const tracedSizes = [500, 2000, 2000, 2000];

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How long a file takes on AWS, and what limits it. */
export const aws: Bench = {
  what: 'how long a file takes on AWS, and what limits it: a model that runs the real code',
  options: { rows: '10000,200000,1000000', seed: '1' },
  parts: Object.keys(stages),
  run: async ({ options, say, show }) => {
    const machine: Machine = { processor: processorMs, seed: options.whole('seed') };
    const shown: Shown[] = [];
    for (const [name, settings] of Object.entries(stages)) {
      if (!options.isSelected(name)) continue;
      const deployment = deploymentOf(settings);
      const traces = await traceService(tracedSizes, newClients, physicsOf(deployment, machine).physics);
      for (const rows of options.sizes('rows')) {
        say(`Playing a run of ${count(rows)} rows, deployed: ${name}.`);
        const run = await modelledRun(rows, deployment, { ...machine, traces });
        shown.push({ deployment: name, run, phases: await phasesOf(run) });
      }
    }
    show(phasesTable(shown));
    for (const one of shown) if (one.run.rows === Math.max(...options.sizes('rows'))) show(partsTable(one));
  },
};
