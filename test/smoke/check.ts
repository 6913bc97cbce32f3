import { NotChecked, type Smoke } from './smoke.ts';

/** One thing that must work, over what people have. */
export interface Check {
  readonly name: string;
  /** In seconds. */
  readonly limit: number;
  /** Which of the two stacks it needs. */
  readonly half: 'flow' | 'service';
  /** What IAM must allow to whoever runs it. */
  readonly permissions: readonly string[];
  /** Resolves to what was found. @throws Error: what was expected, and where */
  readonly run: (smoke: Smoke) => Promise<string>;
}

export interface Checked {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'not checked';
  readonly seconds: number;
  /** What was found, or why not. */
  readonly text: string;
  /** What AWS did not allow, by the name of the permission. */
  readonly lacks?: readonly string[];
}

interface Halves {
  /** Why there is no such half; undefined if there is. */
  readonly missing: Readonly<Record<Check['half'], string | undefined>>;
}

const interrupted = 'interrupted, or no time was left.';

/** Tries a check until its time is over. */
export async function tryCheck(check: Check, smoke: Smoke, { missing }: Halves): Promise<Checked> {
  const { name, limit, half } = check;
  const why = smoke.signal.aborted ? interrupted : missing[half];
  if (why !== undefined) return { name, outcome: 'not checked', seconds: 0, text: why };
  const begun = smoke.now().getTime();
  const secondsSince = () => (smoke.now().getTime() - begun) / 1000;
  try {
    const text = await check.run(smoke);
    return { name, outcome: 'passed', seconds: secondsSince(), text };
  } catch (error) {
    const seconds = secondsSince();
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof NotChecked) return { name, outcome: 'not checked', seconds, text };
    if (seconds >= limit) return { name, outcome: 'failed', seconds, text: `Not within ${limit} s. ${text}` };
    if (smoke.signal.aborted) return { name, outcome: 'not checked', seconds, text: interrupted };
    const lacks = permissionsIn(text, check.permissions);
    return { name, outcome: 'failed', seconds, text, ...(lacks.length > 0 && { lacks }) };
  }
}

/** What AWS names in a refusal; what the check needs, if it names nothing. */
export function permissionsIn(text: string, needed: readonly string[]): readonly string[] {
  const named = [...text.matchAll(/not authorized to perform: ([\w:]+)(?: on resource: "?([^\s"]+))?/gu)];
  if (named.length > 0)
    return named.map(([, action = '', on]) =>
      on === undefined ? action : `${action} on ${on.replace(/\.$/u, '')}`,
    );
  return /AWS does not allow it|access ?denied|it accepts only users and roles/iu.test(text) ? needed : [];
}
