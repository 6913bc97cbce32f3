import { importableSchemas } from '@sluice/contract';
import { propose, sampleOf } from '@sluice/import-plan/suggest';
import { memorySource, openSheet } from '@sluice/sheets';
import { planText, settingsOf } from '../../packages/import-plan/src/testing/plans.ts';
import { loadLibraries } from '../../packages/import-plan/src/transforms/libraries.ts';
import { readBothWays, readingOf } from '../../packages/sheets/src/testing/reading.ts';
import type { Asked } from './asked.ts';

/** The same in Node and in a browser. */
export async function answerOf({ options, isPlanned }: Asked, bytes: Uint8Array): Promise<unknown> {
  if (isPlanned) return planned(bytes);
  return options === undefined ? readBothWays(bytes) : readingOf([bytes], options);
}

async function planned(bytes: Uint8Array): Promise<unknown> {
  const sample = await sampleOf((headerRow) =>
    openSheet(memorySource(bytes), headerRow === undefined ? {} : { headerRow }),
  );
  const proposal = propose(sample, importableSchemas);
  if (proposal === undefined) return undefined;
  await loadLibraries([{ part: '' }, { phone: '' }]);
  return { proposal, plan: await planText(bytes, { settings: settingsOf(proposal.profile) }) };
}
