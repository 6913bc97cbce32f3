import { appendFileSync } from 'node:fs';
import * as z from 'zod';

/** One line of the log: what roles may do, once at each start; the first use of a permission; a denial; a count. */
const lineSchema = z.union([
  z.object({ granted: z.array(z.string()) }),
  z.object({ used: z.string() }),
  z.object({ denied: z.string() }),
  /** Requests of roles, by a server that stops. */
  z.object({ checked: z.int() }),
]);
type Line = z.infer<typeof lineSchema>;

/** Beside the logs of the functions. */
export const accessLogName = 'iam.jsonl';

export interface AccessLog {
  write(line: Line): void;
}

export const noLog: AccessLog = { write: () => undefined };

/** Several threads append to the same file, each a whole line at once. */
export function openAccessLog(file: string): AccessLog {
  return { write: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 }) };
}

export interface AccessReport {
  readonly checked: number;
  /** Role, action and resource, without the values of conditions. */
  readonly denied: readonly string[];
  readonly granted: readonly string[];
  readonly unused: readonly string[];
}

/** Sums up logs, also of several systems. */
export function readAccessLog(text: string): AccessReport {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  const used = new Set(lines.flatMap((line) => ('used' in line ? [line.used] : [])));
  const granted = new Set(lines.flatMap((line) => ('granted' in line ? line.granted : [])));
  return {
    checked: lines.reduce((sum, line) => sum + ('checked' in line ? line.checked : 0), 0),
    denied: lines.flatMap((line) => ('denied' in line ? [line.denied] : [])),
    granted: [...granted],
    unused: [...granted].filter((name) => !used.has(name)).toSorted(),
  };
}
