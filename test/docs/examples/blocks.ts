/** One command of a page, and what it prints there. */
export interface Example {
  readonly command: string;
  readonly output: readonly string[];
}

/** A fenced block of a page, and the lines between its fences. */
export interface Block {
  /** Of the first line after the fence, counted from 0. */
  readonly start: number;
  readonly end: number;
  readonly examples: readonly Example[];
}

const fence = '```console';

/**
 * The console blocks of a page. A line that begins with `$ ` is a command; a command goes on where its line ends with a
 * backslash. The other lines are what it prints.
 */
export function blocksOf(page: string): Block[] {
  const lines = page.split('\n');
  const starts = lines.flatMap((line, at) => (line === fence ? [at + 1] : []));
  return starts.map((start) => {
    const end = lines.indexOf('```', start);
    if (end < 0) throw new Error(`The console block in line ${start} has no end.`);
    return { start, end, examples: examplesIn(lines.slice(start, end)) };
  });
}

function examplesIn(lines: readonly string[]): Example[] {
  const examples: { command: string; output: string[] }[] = [];
  let goesOn = false;
  for (const line of lines) {
    const last = examples.at(-1);
    if (goesOn && last !== undefined) last.command += `\n${line}`;
    else if (line.startsWith('$ ')) examples.push({ command: line.slice(2), output: [] });
    else if (last === undefined)
      throw new Error(`A console block begins with "${line}", not with a command.`);
    else last.output.push(line);
    goesOn = (goesOn || line.startsWith('$ ')) && line.endsWith('\\');
  }
  return examples;
}

/** The page with other examples in its blocks, in the same order. */
export function withExamples(page: string, examples: readonly (readonly Example[])[]): string {
  const lines = page.split('\n');
  const blocks = blocksOf(page);
  for (const [at, { start, end }] of [...blocks.entries()].toReversed()) {
    const text = (examples[at] ?? []).flatMap(({ command, output }) => [
      ...`$ ${command}`.split('\n'),
      ...output,
    ]);
    lines.splice(start, end - start, ...text);
  }
  return lines.join('\n');
}
