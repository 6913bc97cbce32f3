import { shownSettingsSchema } from '@sluice/console-api/shapes';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';

/** Settings as a variable of a function, packed: all variables of one have 4 KB. */
export const packedSettings = z.codec(z.base64(), shownSettingsSchema, {
  encode: (settings) => deflateRawSync(JSON.stringify(settings)).toString('base64'),
  decode: (packed) =>
    shownSettingsSchema.parse(JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString())),
});
