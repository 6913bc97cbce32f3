import { ApiError } from '@sluice/contract';
import { z } from 'zod';
import { responseKind } from '../operations/get-responses.ts';
import { newRecord } from '../records/fields.ts';
import { orderedId } from '../store/ids.ts';
import { controlOperation } from './control-operation.ts';
import { checkSite } from './sites.ts';

const formField = z.object({ id: z.string(), title: z.string() });

export const saveForm = controlOperation({
  does: 'makes a form: a title, and fields that responses answer',
  input: z.strictObject({
    siteId: z.string().min(1),
    title: z.string().min(1).max(200),
    fields: z
      .array(z.strictObject({ id: z.string().min(1).max(200).optional(), title: z.string().min(1).max(500) }))
      .min(1)
      .max(200),
  }),
  run: async ({ siteId, title, fields }, services) => {
    await checkSite(siteId, services);
    const templateId = services.newId();
    const named = fields.map((field) => ({ id: field.id ?? services.newId(), title: field.title }));
    const writing = { writer: `control ${templateId}`, importId: null, date: services.now().toISOString() };
    const form = newRecord({ kind: 'template', id: templateId }, { title, fields: named }, writing);
    await services.store.records.write(siteId, [{ record: form, replaces: null }]);
    return { templateId, fields: named };
  },
});

const answer = z.strictObject({
  id: z.string().min(1),
  title: z.string().optional(),
  text: z.string(),
  value: z.json().optional(),
});

/** Answers take the titles of the form's fields, unless they bring their own. */
export const saveResponses = controlOperation({
  does: 'adds responses to a form',
  input: z.strictObject({
    siteId: z.string().min(1),
    templateId: z.string().min(1),
    responses: z
      .array(z.strictObject({ answers: z.array(answer).max(200) }))
      .min(1)
      .max(1000),
  }),
  run: async ({ siteId, templateId, responses }, services) => {
    const form = await services.store.records.get(siteId, { kind: 'template', id: templateId });
    if (!form) throw new ApiError('not_found', 'templateId: expected the id of a form of this site.');
    const titles = new Map(
      z
        .array(formField)
        .parse(form.fields['fields'])
        .map(({ id, title }) => [id, title]),
    );
    const date = services.now();
    const seed = services.newId();
    const writes = responses.map(({ answers }, at) => {
      const ref = { kind: responseKind(templateId), id: orderedId(date, seed, at) };
      const titled = answers.map((each) => ({
        ...each,
        title: each.title ?? titles.get(each.id) ?? each.id,
      }));
      const writing = { writer: `control ${seed}`, importId: null, date: date.toISOString() };
      return { record: newRecord(ref, { templateId, answers: titled }, writing), replaces: null };
    });
    await services.store.records.write(siteId, writes);
    return { ids: writes.map(({ record }) => record.id) };
  },
});
