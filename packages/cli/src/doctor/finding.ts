/** One line of what the doctor found. */
export interface Finding {
  readonly check: string;
  /** `unknown`: it could not be looked at. */
  readonly state: 'ok' | 'missing' | 'unknown';
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
}

/** What a check found, without its name. */
export type Verdict = Omit<Finding, 'check'>;

export const fine = (text: string): Verdict => ({ state: 'ok', text });
export const missing = (text: string, todo: string): Verdict => ({ state: 'missing', text, todo });

/** Something to look at, and what is wrong with it. */
export interface Check<Source, Answers> {
  readonly name: string;
  /** Whether there is something to look at. Always when absent. */
  readonly applies?: (source: Source) => boolean;
  readonly read: (source: Source) => Promise<Answers>;
  /** At least one verdict. */
  readonly judge: (answers: Answers) => readonly Verdict[];
}

/** A check as the doctor calls it, whatever its answers are. */
export type Looking<Source> = (source: Source) => Promise<readonly Finding[]>;

/** What could not be read is a finding too. `why` puts the error into words. */
export function looking<Source, Answers>(
  { name, applies = () => true, read, judge }: Check<Source, Answers>,
  why: (error: unknown) => string,
): Looking<Source> {
  return async (source) => {
    if (!applies(source)) return [];
    try {
      return judge(await read(source)).map((verdict) => ({ check: name, ...verdict }));
    } catch (error) {
      return [{ check: name, state: 'unknown', text: why(error) }];
    }
  };
}
