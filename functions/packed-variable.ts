import { shownSettingsSchema } from '@sluice/console/api/shapes';
import { dropFoldersSchema } from '@sluice/console/api/upload/drop-folders';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';

/** A value as a variable of a function, packed: all variables of one have 4 KB. */
const packed = <Schema extends z.ZodType>(schema: Schema) =>
  z.codec(z.base64(), schema, {
    encode: (value) => deflateRawSync(JSON.stringify(value)).toString('base64'),
    decode: (text) => JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as z.input<Schema>,
  });

export const packedSettings = packed(shownSettingsSchema);
/** Which groups may drop where, by the stage. */
export const packedFolders = packed(dropFoldersSchema);
