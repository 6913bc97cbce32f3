import * as z from 'zod';
import { commonFields } from '../records/common-fields.ts';
import { failureSchema, metaSchema } from '../wire/envelope.ts';
import { recordSchema, writableSchema } from '../fields/derive.ts';
import { importSchema, importableSchemas, type ImportSchema } from '../records/importable-schemas.ts';
import { importStatusSchema } from '../imports/import-status.ts';
import { operationNames, operations, type OperationName } from '../operations/operations.ts';
import { documentFields } from '../resources/document.ts';
import { interestAccountFields } from '../resources/interest-account.ts';
import { issueFields } from '../resources/issue.ts';
import { responseFields } from '../resources/response.ts';
import { roleFields } from '../resources/role.ts';
import { userFields } from '../resources/user.ts';
import { answerSchema, customFieldSchema, discussionSchema, messageSchema } from '../wire/shapes.ts';
import { jsonSchemas, type JsonSchema } from './json-schema.ts';

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
export const inputName = (name: OperationName): string => `${capital(name)}Input`;
export const answerName = (name: OperationName): string => `${capital(name)}Answer`;

/** `GetUsersInput` and its like: what a body may hold, the common fields included. */
function inputs(): Record<string, z.ZodType> {
  return Object.fromEntries(
    operationNames.map((name) => {
      const { input, answers } = operations[name];
      // The interface has the common fields in the body of every operation but the one that answers a file.
      const common = answers === 'file' ? {} : commonFields.shape;
      return [inputName(name), z.strictObject({ ...input.shape, ...common })];
    }),
  );
}

/** Records of an import. They are open: a site may have added fields of its own. */
function imported(): Record<string, z.ZodType> {
  const listItem = importSchema('ListItem.<list name>');
  const schemas = listItem === undefined ? importableSchemas : [...importableSchemas, listItem];
  return Object.fromEntries(schemas.map((schema) => [importedName(schema), importedRecordOf(schema)]));
}

const importedName = ({ name }: ImportSchema): string => `Imported${capital(name.replace(/\..*/su, ''))}`;

function importedRecordOf({ name, fields, lookups }: ImportSchema): z.ZodType {
  const shape = Object.entries(fields).map(([field, spec]) => [field, writableSchema(spec)]);
  return z
    .looseObject(Object.fromEntries(shape))
    .describe(
      `A record of the schema \`${name}\`, found by one of: ${lookups.join(', ')}. Beside these it may hold fields that the site has added.`,
    );
}

/** `GetUsersAnswer` and its like, the envelope included. */
function answers(): Record<string, z.ZodType> {
  const enveloped = operationNames.filter((name) => !('answers' in operations[name]));
  return Object.fromEntries(
    enveloped.map((name) => {
      const { shape } = operations[name].output;
      return [answerName(name), z.looseObject({ ok: z.literal(true), ...shape, meta: metaSchema })];
    }),
  );
}

/** Schemas that answers share. They are found by identity. */
const shared: Record<string, z.ZodType> = {
  User: recordSchema(userFields),
  InterestAccount: recordSchema(interestAccountFields),
  Issue: recordSchema(issueFields),
  Role: recordSchema(roleFields),
  FormResponse: recordSchema(responseFields),
  Document: recordSchema(documentFields),
  ImportStatus: importStatusSchema,
  Discussion: discussionSchema,
  Message: messageSchema,
  CustomField: customFieldSchema,
  FormAnswer: answerSchema,
  Meta: metaSchema,
  Failure: failureSchema,
};

export function namedSchemas(): Record<string, JsonSchema> {
  const records = imported();
  return {
    ...jsonSchemas({ ...inputs(), ...records }, 'input', Object.keys(records)),
    ...jsonSchemas({ ...answers(), ...shared }, 'output'),
  };
}
