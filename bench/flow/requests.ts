import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What the functions of the flow have asked for since the system was started. */
export interface Requests {
  /** Imports and questions for their states. */
  readonly service: number;
  readonly dynamodb: number;
  readonly s3: number;
  readonly sqs: number;
}

/** The module that counts, for `startLocal`. */
export const countingModule = new URL('count-requests.ts', import.meta.url).href;

const countsSchema = z.object({ name: z.string(), counts: z.record(z.string(), z.int()) });

/** Those of the functions of the flow alone; what the service asks for is its own affair. */
export function requestsSoFar(folder: string): Requests {
  const sum = { service: 0, dynamodb: 0, s3: 0, sqs: 0 };
  for (const file of globSync(join(folder, 'requests', '*.json'))) {
    const { name, counts } = countsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (!name.startsWith('BulkImportStack') || name.includes('HistoryApi')) continue;
    for (const [what, times] of Object.entries(counts)) {
      const [place = ''] = what.toLowerCase().split(' ');
      if (place in sum) sum[place as keyof typeof sum] += times;
    }
  }
  return sum;
}

export function since(before: Requests, after: Requests): Requests {
  return {
    service: after.service - before.service,
    dynamodb: after.dynamodb - before.dynamodb,
    s3: after.s3 - before.s3,
    sqs: after.sqs - before.sqs,
  };
}
