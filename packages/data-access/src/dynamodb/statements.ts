import {
  BatchExecuteStatementCommand,
  type AttributeValue,
  type BatchStatementRequest,
  type BatchStatementResponse,
} from '@aws-sdk/client-dynamodb';
import { inChunks, inParallel, zip } from '../store/batches.ts';
import { attributeKey, persist, type Item, type ItemKey, type TableAccess } from './table-access.ts';

/** One conditional write; many travel in a request, each with its own outcome and outside any transaction. */
export type Statement =
  | { readonly write: 'insert'; readonly item: Item }
  | {
      readonly write: 'update';
      readonly key: ItemKey;
      readonly set: Item;
      readonly where: Item;
    };

const statementsPerRequest = 25;
const requestsAtOnce = 8;
/** A request may carry 4 MB; attribute names and statement texts take their part. */
const bytesPerRequest = 3_000_000;

const refused = new Set(['DuplicateItem', 'ConditionalCheckFailed']);
const passing = new Set([
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'TransactionConflict',
  'InternalServerError',
]);

/** Whether each statement was taken; false says that its condition did not hold. */
export async function runStatements(
  access: TableAccess,
  statements: readonly Statement[],
): Promise<boolean[]> {
  const taken = statements.map(() => false);
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
        if (outcome === 'again') again.push(entry);
        else taken[entry.at] = outcome === 'taken';
      }
      pending = again;
      return pending.length === 0 ? true : undefined;
    });
  });
  return taken;
}

function inRequests<T extends { statement: Statement }>(entries: readonly T[]): T[][] {
  return inChunks(entries, statementsPerRequest).flatMap((chunk) => {
    const bytes = chunk.reduce((sum, { statement }) => sum + sizeOf(statement), 0);
    return bytes <= bytesPerRequest ? [chunk] : inChunks(chunk, Math.max(1, Math.floor(chunk.length / 8)));
  });
}

function sizeOf(statement: Statement): number {
  const values = Object.values(statement.write === 'insert' ? statement.item : statement.set);
  return values.reduce((sum, value) => sum + Buffer.byteLength(value.S ?? ''), 0);
}

function outcomeOf(answer: BatchStatementResponse | undefined): 'taken' | 'refused' | 'again' {
  const code = answer?.Error?.Code;
  if (answer && code === undefined) return 'taken';
  if (code !== undefined && refused.has(code)) return 'refused';
  if (code === undefined || passing.has(code)) return 'again';
  throw new Error(`A statement failed with ${code}.`);
}

/** An update in a form that is not understood changes nothing, so it is sent in the other; what is understood is kept. */
async function send(
  access: TableAccess,
  statements: readonly Statement[],
): Promise<BatchStatementResponse[]> {
  const { dialect } = access;
  const form = dialect.joinSets;
  const answers = await execute(access, statements, form);
  // Inserts may travel in the same request, and are the same in either form.
  const misread = statements.filter((statement, at) => isMisread(statement, answers[at]));
  if (misread.length === 0) return answers;
  const other = form === ', ' ? ' SET ' : ', ';
  const again = await execute(access, misread, other);
  if (again.every(({ Error }) => Error?.Code !== 'ValidationError')) dialect.joinSets = other;
  const repeated = new Map(zip(misread, again));
  return answers.map((answer, at) => {
    const statement = statements[at];
    return (statement && repeated.get(statement)) ?? answer;
  });
}

const isMisread = ({ write }: Statement, answer: BatchStatementResponse | undefined): boolean =>
  write === 'update' && answer?.Error?.Code === 'ValidationError';

async function execute(
  access: TableAccess,
  statements: readonly Statement[],
  joinSets: string,
): Promise<BatchStatementResponse[]> {
  const Statements = statements.map((statement) => request(access.table, statement, joinSets));
  const answer = await access.client.send(new BatchExecuteStatementCommand({ Statements }));
  return answer.Responses ?? [];
}

function request(table: string, statement: Statement, joinSets: string): BatchStatementRequest {
  if (statement.write === 'insert') {
    const names = Object.keys(statement.item).map((name) => `'${name}': ?`);
    return {
      Statement: `INSERT INTO "${table}" VALUE {${names.join(', ')}}`,
      Parameters: parameters(statement.item),
    };
  }
  const { key, set, where } = statement;
  const sets = Object.keys(set).map((name) => `"${name}" = ?`);
  const conditions = ['"pk" = ?', '"sk" = ?', ...Object.keys(where).map((name) => `"${name}" = ?`)];
  return {
    Statement: `UPDATE "${table}" SET ${sets.join(joinSets)} WHERE ${conditions.join(' AND ')}`,
    Parameters: parameters(set, attributeKey(key), where),
  };
}

const parameters = (...items: Item[]): AttributeValue[] => items.flatMap((item) => Object.values(item));
