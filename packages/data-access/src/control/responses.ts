import { ApiError, defaultNames, idInput, responseFields } from '@sluice/contract';
import * as z from 'zod';
import { responseKind } from '../operations/searches.ts';
import { answerOf } from '../records/answer-record.ts';
import { newRecord } from '../records/fields.ts';
import { orderedId } from '../store/ids.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import { controlOperation } from './operation/control-operation.ts';
import { fieldsOf, formOf } from './forms.ts';
import { pageInput, pageOfRecords } from './page.ts';
import { textInput } from './texts.ts';

/** Bytes of one stored response as JSON: a table item may have 400 KB, and a page of responses 2.5 MiB. */
export const responseBytes = 200 * 1024;

const answer = z.strictObject({
  id: idInput,
  title: textInput(500).optional(),
  text: textInput(10_000),
  value: z.unknown().optional(),
});

const response = z
  .strictObject({ answers: z.array(answer).max(200) })
  .refine(({ answers }) => isNested(answers, 20), 'expected answers nested 20 deep at most');

/** Whether a value is nested no deeper than this. It stops at that depth. */
function isNested(value: unknown, deep: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return deep > 0 && Object.values(value).every((inner) => isNested(inner, deep - 1));
}

/** Answers take the titles of the form's fields, unless they bring their own. */
export const saveResponses = controlOperation({
  does: 'adds responses to a form',
  input: z.strictObject({
    siteId: idInput,
    templateId: idInput,
    responses: z.array(response).min(1).max(1000),
  }),
  run: async ({ siteId, templateId, responses }, services) => {
    const form = await formOf(siteId, templateId, services);
    const titles = new Map(fieldsOf(form).map(({ id, title }) => [id, title]));
    const date = services.now();
    const seed = services.newId();
    const writes = responses.map(({ answers }, at) => {
      const ref = { kind: responseKind(templateId), id: orderedId(date, seed, at) };
      const titled = withTitles(answers, titles);
      checkSize(titled, at);
      const writing = { writer: `control ${seed}`, importId: null, date: date.toISOString() };
      return { record: newRecord(ref, { templateId, answers: titled }, writing), replaces: null };
    });
    await services.store.records.write(siteId, writes);
    return { ids: writes.map(({ record }) => record.id) };
  },
  concerns: async (_, __, result) => result,
});

const withTitles = (answers: z.output<typeof response>['answers'], titles: ReadonlyMap<string, string>) =>
  answers.map(({ id, title, text, value }) => ({
    id,
    title: title ?? titles.get(id) ?? id,
    text,
    ...(value !== undefined && { value: z.json().parse(value) }),
  }));

/** Checks the size with the titles, because the form may have added them. */
function checkSize(titled: object, at: number): void {
  const bytes = jsonBytes(titled);
  if (bytes <= responseBytes) return;
  const expected = `answers of at most ${responseBytes} bytes together with their titles; these are ${bytes}`;
  throw new ApiError('invalid_request', `responses[${at}]: expected ${expected}.`);
}

export const listResponses = controlOperation({
  does: 'lists the responses to a form, newest first',
  input: z.strictObject({ siteId: idInput, templateId: idInput, ...pageInput }),
  run: async ({ siteId, templateId, ...page }, services) => {
    await formOf(siteId, templateId, services);
    const names = defaultNames(responseFields);
    return pageOfRecords(services, siteId, {
      kind: responseKind(templateId),
      order: 'newest',
      itemOf: (record) => answerOf(responseFields, record, names),
      ...page,
    });
  },
});
