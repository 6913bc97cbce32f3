import { importableSchemas } from '@sluice/contract';
import { recordHistoryPageSchema } from '@sluice/ledger/views';
import { printable } from '@sluice/contract/words';
import { useSignal } from '@preact/signals';
import * as z from 'zod';
import { ask } from '../app/api.ts';
import { addressOf, goTo, query } from '../app/place.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { Write, writeSchema } from './records/write.tsx';

const answerSchema = recordHistoryPageSchema.omit({ items: true }).extend({ writes: z.array(writeSchema) });

/** What became of one record: each change, the file and row that brought it, and who had a part in it. */
export function Records() {
  const schema = useSignal(query.value.get('schema') ?? 'client');
  const record = useSignal(query.value.get('record') ?? '');
  const find = (event: Event): void => {
    event.preventDefault();
    goTo(addressOf('/records', { schema: schema.value, record: record.value.trim() }));
  };
  const asked = query.value.get('record');
  return (
    <>
      <h1>Records</h1>
      <form class="bar" role="search" onSubmit={find}>
        <label>
          Kind
          <select value={schema.value} onChange={(event) => (schema.value = event.currentTarget.value)}>
            {importableSchemas.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Id, e-mail, name, phone or another value it is found by
          <input
            required
            value={record.value}
            onInput={(event) => (record.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main">
          Show its history
        </button>
      </form>
      {asked && <History schema={query.value.get('schema') ?? ''} record={asked} />}
    </>
  );
}

function History({ schema, record }: { readonly schema: string; readonly record: string }) {
  const cursor = query.value.get('cursor') ?? undefined;
  const { data, error } = useAnswer({
    load: () => ask('recordHistory', { query: { schema, record, cursor }, answer: answerSchema }),
    of: [schema, record, cursor],
  });
  if (error) return <Problem error={error} />;
  if (data === undefined) return <Wait />;
  return (
    <section aria-label="History">
      <h2>
        {printable(data.record.schema)} {printable(data.record.id)}
        {data.record.deleted && ', deleted'}
      </h2>
      <ol class="writes">
        {data.writes.map((write, at) => (
          <Write key={at} write={write} number={at + 1} />
        ))}
      </ol>
      {data.end !== 'further' && <p class="faint">{endings[data.end]}</p>}
      {data.nextCursor !== undefined && (
        <p>
          <a href={addressOf('/records', { schema, record, cursor: data.nextCursor })}>Earlier changes</a>
        </p>
      )}
    </section>
  );
}

const endings = {
  began: 'Nothing changed it before.',
  lost: 'Earlier changes are not shown: what the record was then is no longer stored.',
} as const;
