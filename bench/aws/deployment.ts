import * as z from 'zod';
import type { StageSettings } from '../../infra/settings/settings.ts';
import { templatesOf, unbundledApp } from '../../infra/testing/templates.ts';
import { figures } from './assumptions.ts';
import type { Deployment } from './model.ts';

/** The constructs of the functions, by the steps of the simulated world and the names of the service's own. */
const constructs: Readonly<Record<string, string>> = {
  readDrop: 'Reading/ReadDrop/',
  submitDry: 'Submission/SubmitBatch/',
  submitReal: 'Submission/SubmitBatch/',
  trackRun: 'Tracking/TrackRun/',
  reportRun: 'Reporting/ReportRun/',
  sweep: 'Sweep/Sweep/',
  dataApi: 'DataApi/DataApi/',
  runImport: 'ImportEngine/RunImport/',
};

const lambda = z.object({ MemorySize: z.number() });
const eventSource = z.object({ ScalingConfig: z.object({ MaximumConcurrency: z.number() }) });
const warm = z.object({
  WarmThroughput: z.object({ WriteUnitsPerSecond: z.number() }).optional(),
});
const table = warm.extend({ GlobalSecondaryIndexes: z.array(warm) });

/** What the templates of a stage with these settings deploy. */
export function deploymentOf(settings: StageSettings): Deployment {
  const { resources } = templatesOf(unbundledApp(settings));
  const found = (type: string, path: string): unknown => {
    const resource = resources.find((one) => one.type === type && one.path.includes(path));
    if (resource === undefined) throw new Error(`The templates have no ${type} at ${path}.`);
    return resource.properties;
  };
  const workersOf = (step: string) =>
    eventSource.parse(found('AWS::Lambda::EventSourceMapping', constructs[step] ?? step)).ScalingConfig
      .MaximumConcurrency;
  const writesOf = ({ WarmThroughput }: z.output<typeof warm>) =>
    WarmThroughput?.WriteUnitsPerSecond ?? figures.unitsOfNewTable;
  const records = table.parse(found('AWS::DynamoDB::Table', 'Data/Table/'));
  const [index = {}] = records.GlobalSecondaryIndexes;
  const megabytes = new Map(
    Object.entries(constructs).map(([step, path]) => [
      step,
      lambda.parse(found('AWS::Lambda::Function', path)).MemorySize,
    ]),
  );
  return {
    submission: workersOf('submitReal'),
    workers: workersOf('runImport'),
    tableWrites: writesOf(records),
    indexWrites: writesOf(index),
    memoryMb: (step) => {
      const found = megabytes.get(step);
      if (found === undefined) throw new Error(`No function of the templates is known as ${step}.`);
      return found;
    },
  };
}
