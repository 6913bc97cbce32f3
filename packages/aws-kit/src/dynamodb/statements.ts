import {
  BatchExecuteStatementCommand,
  type BatchExecuteStatementCommandInput,
  type BatchExecuteStatementCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { inChunks, inParallel } from '../parallel/index.ts';
import { attributeOf } from './attributes.ts';
import { failureOfCode } from './failures.ts';
import { persist } from './persist.ts';
import type { Item, ItemKey, TableAccess } from './table.ts';

/** One conditional write; many travel in one request, each with its own outcome and outside any transaction. */
export type Statement =
  | { readonly write: 'insert'; readonly item: Item }
  | {
      readonly write: 'update';
      readonly key: ItemKey;
      readonly set: Item;
      readonly where: Item;
    }
  | { readonly write: 'delete'; readonly key: ItemKey; readonly where: Item };

type Request = NonNullable<BatchExecuteStatementCommandInput['Statements']>[number];
type Response = NonNullable<BatchExecuteStatementCommandOutput['Responses']>[number];

const statementsPerRequest = 25;
const requestsAtOnce = 8;
/** A request may carry 4 MB, with attribute names and statement texts. */
const bytesPerRequest = 3_000_000;

/** @returns whether each statement was applied; false if its condition was false */
export async function runStatements(
  access: TableAccess,
  statements: readonly Statement[],
): Promise<boolean[]> {
  const applied = statements.map(() => false);
  const numbered = statements.map((statement, at) => ({ statement, at }));
  await inParallel(inRequests(numbered), requestsAtOnce, async (chunk) => {
    let pending = chunk;
    await persist(access, async () => {
      const again: typeof chunk = [];
      const answers = await send(
        access,
        pending.map(({ statement }) => statement),
      );
      for (const [index, entry] of pending.entries()) {
        const outcome = outcomeOf(answers[index]);
        if (outcome === 'passing') again.push(entry);
        else applied[entry.at] = outcome === 'applied';
      }
      pending = again;
      return pending.length === 0 ? true : undefined;
    });
  });
  return applied;
}

function inRequests<T extends { statement: Statement }>(entries: readonly T[]): T[][] {
  return inChunks(entries, statementsPerRequest).flatMap((chunk) => {
    const bytes = chunk.reduce((sum, { statement }) => sum + sizeOf(statement), 0);
    return bytes <= bytesPerRequest ? [chunk] : inChunks(chunk, Math.max(1, Math.floor(chunk.length / 8)));
  });
}

function sizeOf(statement: Statement): number {
  if (statement.write === 'delete') return 0;
  const values = Object.values(statement.write === 'insert' ? statement.item : statement.set);
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
}

function outcomeOf(answer: Response | undefined): 'applied' | 'refused' | 'passing' {
  if (!answer) return 'passing';
  const code = answer.Error?.Code;
  if (code === undefined) return 'applied';
  const failure = failureOfCode(code);
  if (failure === 'final') throw new Error(`A statement failed with ${code}.`);
  return failure;
}

/** A table that does not understand one form of an update changes nothing. It gets the other form, which is remembered. */
async function send(access: TableAccess, statements: readonly Statement[]): Promise<Response[]> {
  const { dialect } = access;
  const form = dialect.joinSets;
  const answers = await execute(access, statements, form);
  // Inserts may travel in the same request, and are the same in either form.
  const misread = [...statements.entries()].filter(([at, { write }]) => {
    return write === 'update' && answers[at]?.Error?.Code === 'ValidationError';
  });
  if (misread.length === 0) return answers;
  const other = form === ', ' ? ' SET ' : ', ';
  const again = await execute(
    access,
    misread.map(([, statement]) => statement),
    other,
  );
  if (again.every(({ Error }) => Error?.Code !== 'ValidationError')) dialect.joinSets = other;
  const repeated = new Map(misread.map(([at], index) => [at, again[index]]));
  return answers.map((answer, at) => repeated.get(at) ?? answer);
}

async function execute(
  access: TableAccess,
  statements: readonly Statement[],
  joinSets: string,
): Promise<Response[]> {
  const Statements = statements.map((statement) => requestOf(access.table, statement, joinSets));
  const answer = await access.client.send(new BatchExecuteStatementCommand({ Statements }));
  return answer.Responses ?? [];
}

function requestOf(table: string, statement: Statement, joinSets: string): Request {
  if (statement.write === 'insert') {
    const names = Object.keys(statement.item).map((name) => `'${name}': ?`);
    return {
      Statement: `INSERT INTO "${table}" VALUE {${names.join(', ')}}`,
      Parameters: parametersOf(statement.item),
    };
  }
  const found = { ...statement.key, ...statement.where };
  const conditions = Object.keys(found)
    .map((name) => `"${name}" = ?`)
    .join(' AND ');
  if (statement.write === 'delete')
    return { Statement: `DELETE FROM "${table}" WHERE ${conditions}`, Parameters: parametersOf(found) };
  const sets = Object.keys(statement.set).map((name) => `"${name}" = ?`);
  return {
    Statement: `UPDATE "${table}" SET ${sets.join(joinSets)} WHERE ${conditions}`,
    Parameters: [...parametersOf(statement.set), ...parametersOf(found)],
  };
}

const parametersOf = (values: Item) => Object.values(values).map(attributeOf);
