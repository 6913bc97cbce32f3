import { memorySource, openSheet } from '@sluice/sheets';
import type { RunJson } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';
import { withPlan } from './run-files.ts';

/** The first lines of the plan that waits for approval. */
export interface PlanHead {
  /** Row, plan, record, record id, field, old and new. */
  readonly lines: readonly (readonly string[])[];
  /** Whether the plan has more of them. */
  readonly more: boolean;
}

const headBytes = 64 * 1024;
const mostLines = 20;
/** Its first line has the counts. */
const headerRow = 3;

/** Reads no more of a plan than is shown: it may have millions of lines. */
export async function readPlanHead(run: RunJson, services: Services): Promise<PlanHead | undefined> {
  if (run.status !== 'awaiting_approval' || run.approval?.planKey === undefined) return undefined;
  return withPlan(run, services, async (bytes) => {
    const { head, isWhole } = await firstBytes(bytes);
    const sheet = await openSheet(memorySource(head), {
      headerRow,
      delimiter: ',',
      onProblem: () => undefined,
    });
    const lines: (readonly string[])[] = [];
    for await (const chunk of sheet.rows)
      lines.push(...chunk.filter(({ number }) => number > headerRow).map(({ cells }) => cells));
    // The last line may be cut.
    const whole = isWhole ? lines : lines.slice(0, -1);
    return { lines: whole.slice(0, mostLines), more: !isWhole || whole.length > mostLines };
  });
}

async function firstBytes(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length > headBytes) break;
  }
  return { head: Buffer.concat(parts).subarray(0, headBytes), isWhole: length <= headBytes };
}
