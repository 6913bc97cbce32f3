export { openApiDocument, type OpenApiDocument } from './document.ts';
export type { JsonSchema } from './json-schema.ts';
