import { apiVersions, commonFields, commonHeaders } from '../records/common-fields.ts';
import { errorStatus } from '../wire/error-codes.ts';
import { operationNames } from '../operations/operations.ts';
import { jsonSchemas, type JsonSchema } from './json-schema.ts';
import { namedSchemas } from './named-schemas.ts';
import { answerHeaderObjects, pathOf, type PathItem } from './paths.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const codes = Object.entries(errorStatus).map(([code, status]) => `\`${code}\` (${status})`);

const description = `Reads and writes the data of an organization. Every operation is a POST with a JSON object.

Every answer of the service has the HTTP status 200. \`ok\` shows whether it succeeded; if not, \`error\` has one of the codes ${codes.join(', ')}. \
Exceptions are the redirects and the bytes of \`downloadFile\`. An answer with any other status is not from the service but from something in front of it.

A request carries the key and the secret of a token as headers, or as \`apiKey\` and \`apiSecret\` in its body, or one in each place.`;

/** The interface as OpenAPI 3.1, made from the table of operations. `/<operationId>` follows `serverUrl`. */
export function openApiDocument({ serverUrl }: { readonly serverUrl: string }): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Data Access', version: apiVersions.at(-1) ?? '1', description },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [], apiSecret: [] }],
    paths: Object.fromEntries(operationNames.map((name) => [`/${name}`, pathOf(name)])),
    components: {
      schemas: namedSchemas(),
      headers: answerHeaderObjects,
      parameters: headerParameters(),
      securitySchemes: {
        apiKey: securityScheme('apiKey'),
        apiSecret: securityScheme('apiSecret'),
      },
    },
  };
}

const securityScheme = (field: 'apiKey' | 'apiSecret') => ({
  type: 'apiKey',
  in: 'header',
  name: commonHeaders[field],
  description: commonFields.shape[field].description,
});

/** The common fields that are no credentials, as headers. */
function headerParameters(): Record<string, object> {
  const schemas = jsonSchemas({ common: commonFields }, 'input')['common']?.properties ?? {};
  const parameter = (field: 'apiVersion' | 'endpointId') => ({
    name: commonHeaders[field],
    in: 'header',
    description: `${commonFields.shape[field].description} The same as \`${field}\` in the body.`,
    schema: schemas[field],
  });
  return { apiVersion: parameter('apiVersion'), endpointId: parameter('endpointId') };
}
