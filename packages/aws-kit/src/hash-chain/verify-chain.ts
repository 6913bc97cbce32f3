/** A line of a chain. Its hash covers all of it, the hash of the line before included. */
export interface Chained {
  /** From 1. */
  readonly version: number;
  /** The hash of the line before; absent in the first. */
  readonly prev?: string | undefined;
  readonly hash: string;
}

/** The end of a chain as it is stored elsewhere. */
export interface ChainHead {
  readonly version: number;
  readonly hash: string | null;
}

export interface ChainFinding {
  /** The number of the line. */
  readonly event: number;
  readonly expected: string;
  readonly found: string;
}

/** Checks the lines of one chain, in order of their numbers. Reports every changed, removed, repeated or swapped line. */
export function verifyChain<Line extends Chained>(
  lines: readonly Line[],
  { hashOf, head }: { readonly hashOf: (line: Line) => string; readonly head?: ChainHead | undefined },
): ChainFinding[] {
  return [
    ...verifyNumbers(lines),
    ...verifyLinks(lines, hashOf),
    ...(head ? verifyEnd(lines.at(-1), head) : []),
  ];
}

function verifyNumbers(lines: readonly Chained[]): ChainFinding[] {
  return lines.flatMap(({ version }, index) => {
    const expected = (lines[index - 1]?.version ?? 0) + 1;
    if (version === expected) return [];
    if (version < expected)
      return [{ event: version, expected: 'each event once', found: 'another of this number' }];
    const missing = Array.from({ length: Math.min(version - expected, 1000) }, (_, at) => expected + at);
    return missing.map((event) => ({ event, expected: 'an event of this number', found: 'none' }));
  });
}

function verifyLinks<Line extends Chained>(
  lines: readonly Line[],
  hashOf: (line: Line) => string,
): ChainFinding[] {
  return lines.flatMap((line, index) => {
    const found: ChainFinding[] = [];
    const event = line.version;
    const before = lines[index - 1]?.hash;
    const hash = hashOf(line);
    if (hash !== line.hash)
      found.push({
        event,
        expected: `the event whose hash is ${line.hash}`,
        found: `one whose hash is ${hash}`,
      });
    if (line.prev !== before) {
      const expected = `to follow ${before === undefined ? 'no event' : `the event ${before}`}`;
      found.push({ event, expected, found: `it follows ${line.prev ?? 'none'}` });
    }
    return found;
  });
}

/** Checks that a chain ends where its head says. */
export function verifyEnd(last: Chained | undefined, head: ChainHead): ChainFinding[] {
  const events = last?.version ?? 0;
  if (!last || events < head.version)
    return [{ event: events + 1, expected: `events up to ${head.version}`, found: `none after ${events}` }];
  if (events === head.version && last.hash === head.hash) return [];
  const expected = `to be the last, event ${head.version} with the hash ${head.hash ?? 'none'}`;
  return [{ event: events, expected, found: `the hash ${last.hash}` }];
}
