import { operationNames, type OperationName } from '@sluice/contract';
import { openApiDocument, type JsonSchema } from '@sluice/contract/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const document = openApiDocument({ serverUrl: '/' });

/** Forbids every field that the document does not name, so that an unnamed field in an answer is an error. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closed(value)]);
  const schema: JsonSchema = Object.fromEntries(entries);
  const isObject = schema.type === 'object' && schema.properties !== undefined;
  return isObject && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } });

const answers = Object.fromEntries(
  operationNames.map((name) => {
    const { content, headers } = document.paths[`/${name}`]!.post.responses['200']!;
    const schema = JSON.stringify(content?.['application/json']?.schema).replaceAll('"#/', '"document#/');
    return [name, { fits: ajv.compile(JSON.parse(schema)), headers: Object.keys(headers) }];
  }),
);

/** Where an answer of HTTP status 200 and its headers, named in lower case, differ from the OpenAPI document. */
export function wrongsOfAnswer(
  name: OperationName,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>>,
): string[] {
  const { fits, headers: named } = answers[name]!;
  const errors = fits(body) ? [] : (fits.errors ?? []);
  return [
    ...errors.map(({ instancePath, message }) => `${instancePath} ${message}`),
    ...named.filter((header) => headers[header.toLowerCase()] === undefined),
  ];
}
