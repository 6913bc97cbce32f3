import { celEnvironment } from '#platform';
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { foldName } from '@sluice/contract';
import { UnreadableCell } from './unreadable-cell.ts';
import { expressionMistake, insteadOf } from './expression-mistakes.ts';

/** A condition or a text in CEL over the cells of a row, such as `row["Status"] == "active"`. */
export interface Expression {
  readonly source: string;
  /** The columns that it reads, as it writes them. */
  readonly headers: readonly string[];
  /** Reads the cells of its columns by their places in the row. @throws Error what was expected of a cell */
  readonly evaluate: (cells: readonly string[], places: ReadonlyMap<string, number>) => unknown;
}

export const longestExpression = 500;

/** What an expression may call: nothing that takes more time than its cells are long, and nothing that reads anything else. */
const methods = [
  'startsWith',
  'endsWith',
  'contains',
  'lowerAscii',
  'upperAscii',
  'trim',
  'size',
  'indexOf',
  'substring',
];
const searches = ['contains', 'indexOf'];
const functions = ['number', 'string', 'size'];
const operators = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&&',
  '||',
  '!_',
  '-_',
  '?:',
  '+',
  '-',
  '*',
  '/',
  '%',
  'in',
];

const limits = {
  maxAstNodes: 200,
  maxDepth: 30,
  maxListElements: 100,
  maxMapEntries: 0,
  maxCallArguments: 5,
};
let environment: Environment | undefined;

function environmentOf(): Environment {
  const Language = celEnvironment();
  environment ??= new Language({ limits })
    .registerVariable('row', 'map<string, string>')
    .registerFunction('number(string): double', numberIn);
  return environment;
}

const noNumber = 'it is not a number such as `1234.5`';
const blankNumber = 'it needs a number, and a cell is blank';

function numberIn(cell: string): number {
  const number = /^\s*[+-]?\d{1,20}(?:\.\d{1,20})?\s*$/u.test(cell) ? Number(cell) : Number.NaN;
  if (Number.isNaN(number)) throw new UnreadableCell(cell.trim() === '' ? blankNumber : noNumber, [cell]);
  return number;
}

/** @throws Error what is wrong with the expression */
export function compileExpression(source: string, types: readonly string[]): Expression {
  const run = parsed(source);
  const headers = new Set<string>();
  check(run.ast, headers);
  const { valid, type = '', error } = run.check();
  if (!valid) throw new Error(expressionMistake(firstLine(error), source));
  if (!types.includes(type)) throw new Error(`it makes ${type}, not ${types.join(' or ')}`);
  if (headers.size === 0) throw new Error('it reads no column: write row["Header"]');
  const names = [...headers].map((header): [string, string] => [header, foldName(header)]);
  return {
    source,
    headers: [...headers],
    evaluate: (cells, places) => {
      const row = new Map(
        names.map(([header, name]) => [header, (cells[places.get(name) ?? -1] ?? '').trim()]),
      );
      try {
        return run({ row });
      } catch (error) {
        throw unreadable(error, [...row.values()]);
      }
    },
  };
}

/** The expression, or what is wrong with it. */
export function compiled(source: string, made: readonly string[]): Expression | string {
  try {
    return compileExpression(source, made);
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be used';
  }
}

/** The library wraps what a function throws. */
function unreadable(error: unknown, cells: readonly string[]): UnreadableCell {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnreadableCell) return cause;
  return new UnreadableCell(failureOf(firstLine(error)), cells, error);
}

function failureOf(why: string): string {
  if (why.includes(noNumber)) return noNumber;
  if (why.includes(blankNumber)) return blankNumber;
  if (/zero/iu.test(why)) return 'its expression divides by zero here';
  return /index|range|bound|substring/iu.test(why)
    ? 'its expression takes a part that is not there'
    : 'its expression fails here';
}

function parsed(source: string) {
  try {
    return environmentOf().parse(source);
  } catch (error) {
    throw new Error(expressionMistake(firstLine(error), source), { cause: error });
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : 'it cannot be read').split('\n', 1)[0] ?? '';

/** Collects the columns, and refuses whatever is not listed above. */
function check(node: ASTNode, headers: Set<string>): void {
  const header = headerIn(node);
  if (header !== undefined) headers.add(header);
  else if (node.op === 'id') throw new Error('only columns can be read, as row["Header"]');
  else if (node.op === 'call') {
    const [name, args] = node.args;
    if (!functions.includes(name)) throw new Error(insteadOf(name, functions));
    for (const arg of args) check(arg, headers);
  } else if (node.op === 'rcall') {
    const [name, receiver, args] = node.args;
    if (!methods.includes(name)) throw new Error(insteadOf(name, methods));
    // A long text in a long text can take the product of their lengths.
    if (searches.includes(name) && args[0]?.op !== 'value')
      throw new Error(`${name} looks for a text in quotes, not for one of a cell`);
    for (const arg of [receiver, ...args]) check(arg, headers);
  } else if (node.op === 'list') {
    for (const one of node.args) check(one, headers);
  } else if (node.op === '[]' && node.args[1].op === 'id') {
    throw new Error(`write the name of a column in quotes: row["${node.args[1].args}"]`);
  } else if (node.op !== 'value') {
    if (!operators.includes(node.op)) throw new Error(`it may not use ${node.op} here`);
    for (const one of [node.args].flat()) check(one as ASTNode, headers);
  }
}

/** The column in `row["Header"]` or `row.Header`. */
function headerIn(node: ASTNode): string | undefined {
  if (node.op !== '[]' && node.op !== '.') return undefined;
  const [of, name] = node.args;
  if (of.op !== 'id' || of.args !== 'row') return undefined;
  if (typeof name === 'string') return name;
  return name.op === 'value' && typeof name.args === 'string' ? name.args : undefined;
}
