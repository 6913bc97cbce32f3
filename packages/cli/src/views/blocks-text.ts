import { rowsOfFacts, textOfValue, type Block, type Value } from '@sluice/answers/blocks';
import { number, printable } from '@sluice/contract/words';
import { inColumns, type Lines } from '../io/columns.ts';
import { commandLine } from '../io/shell.ts';

/** Blocks as a terminal shows them: text from outside is printable, and each command can be pasted. */
export const linesOfBlocks = (blocks: readonly Block[]): Lines =>
  blocks.flatMap((block, at) => {
    const isTogether = block.kind === 'paragraph' && blocks[at - 1]?.kind === 'paragraph';
    return at === 0 || isTogether ? linesOf(block) : ['', ...linesOf(block)];
  });

/** The same where the first block is the answer, which has a colour. */
export function linesOfAnswer(blocks: readonly Block[], colour: (text: string) => string): Lines {
  const [answer = '', ...others] = linesOfBlocks(blocks);
  return [typeof answer === 'string' ? colour(answer) : answer, ...others];
}

function linesOf(block: Block): Lines {
  switch (block.kind) {
    case 'paragraph':
      return [printable(block.text)];
    case 'facts':
      return inColumns(
        rowsOfFacts(block.facts, valueText).map(([name, value]) => [name && `  ${name}`, value]),
      );
    case 'counts':
      return [`${block.title}:`, ...inColumns(block.counts.map(({ n, what }) => [`  ${number(n)}`, what]))];
    case 'list': {
      const more = block.more === undefined ? [] : [block.more];
      return [`${block.title}:`, ...[...block.items, ...more].map((item) => `  ${printable(item)}`)];
    }
    case 'actions':
      return inColumns(block.actions.map(({ label, command = '' }) => [`${printable(label)}:`, command]));
  }
}

function valueText(value: Value): string {
  if (typeof value === 'string' || !('runId' in value)) return printable(textOfValue(value));
  const command = commandLine('run', value.runId);
  return value.about === undefined ? command : `${command}  ${printable(value.about)}`;
}
