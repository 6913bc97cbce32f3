import { ApiError, idInput } from '@sluice/contract';
import * as z from 'zod';
import { newRecord, nextVersion } from '../records/fields.ts';
import type { StoredRecord } from '../store/record.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import {
  controlOperation,
  recordState,
  siteOperation,
  type ControlServices,
  writingOf,
} from './operation/control-operation.ts';
import { recordList } from './page.ts';
import { named, textInput } from './texts.ts';

const formBytes = 200 * 1024;

const formFields = z
  .array(z.strictObject({ id: idInput.optional(), title: textInput(500).trim().min(1) }))
  .min(1)
  .max(200)
  .refine((fields) => {
    const ids = fields.flatMap(({ id }) => id ?? []);
    return new Set(ids).size === ids.length;
  }, 'expected each id once')
  .refine(
    (fields) => jsonBytes(fields) <= formBytes,
    `expected ids and titles of at most ${formBytes} bytes together`,
  );

const kept = z.object({
  title: z.string(),
  fields: z.array(z.object({ id: z.string(), title: z.string() })),
});

export const saveForm = siteOperation({
  does: 'creates a form: a title, and the fields of its responses',
  input: z.strictObject({ siteId: idInput, title: named, fields: formFields }),
  run: async ({ siteId, title, fields }, services, act) => {
    const templateId = services.newId();
    const content = { title, fields: withIds(fields, services) };
    const form = newRecord({ kind: 'template', id: templateId }, content, writingOf(act, services));
    await services.store.records.write(siteId, [{ record: form, replaces: null }]);
    return shown(form);
  },
  concerns: async (_, __, result) => result,
});

/** Existing responses keep their titles. */
export const updateForm = controlOperation({
  does: 'changes the title or the fields of a form, based on the version that was read',
  input: z.strictObject({
    siteId: idInput,
    templateId: idInput,
    version: z.int(),
    title: named.optional(),
    fields: formFields.optional(),
  }),
  run: async ({ siteId, templateId, version, title, fields }, services, act) => {
    const form = await formOf(siteId, templateId, services);
    const content = {
      ...form.fields,
      ...(title !== undefined && { title }),
      ...(fields && { fields: withIds(fields, services) }),
    };
    const next = nextVersion(form, { fields: content }, writingOf(act, services));
    const writes = [{ record: next, replaces: form }];
    const isCurrent = form.version === version;
    const [outcome] = isCurrent ? await services.store.records.write(siteId, writes) : ['conflict'];
    if (outcome === 'written') return shown(next);
    throw new ApiError(
      'invalid_request',
      'version: expected the version of the form as it is now, which listForms shows. Nothing was changed.',
    );
  },
  concerns: async ({ siteId, templateId }, services) =>
    recordState(services, siteId, { kind: 'template', id: templateId }),
});

export const listForms = recordList({
  does: 'lists the forms of a site with their fields, newest first',
  kind: 'template',
  order: 'newest',
  itemOf: shown,
});

export async function formOf(
  siteId: string,
  templateId: string,
  { store }: ControlServices,
): Promise<StoredRecord> {
  const form = await store.records.get(siteId, { kind: 'template', id: templateId });
  if (!form || form.deleted)
    throw new ApiError('not_found', 'templateId: expected the id of a form of this site.');
  return form;
}

export const fieldsOf = ({ fields }: StoredRecord) => kept.parse(fields).fields;

function shown(form: StoredRecord) {
  const { id: templateId, version, createdDate, updatedDate } = form;
  return { templateId, version, ...kept.parse(form.fields), createdDate, updatedDate };
}

const withIds = (fields: z.output<typeof formFields>, { newId }: ControlServices) =>
  fields.map(({ id, title }) => ({ id: id ?? newId(), title }));
