import { readPart } from '../workbook/read-part.ts';
import { prefixedAttributesOf } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';
import { odsType } from './ods-type.ts';

const part = 'META-INF/manifest.xml';

interface Manifest {
  /** Whether the archive is a spreadsheet, or a template for one. */
  readonly isSpreadsheet: boolean;
  readonly isEncrypted: boolean;
}

/** What an OpenDocument archive says about its parts. Any other archive is neither. */
export async function readManifest(archive: Archive): Promise<Manifest> {
  let [isSpreadsheet, isEncrypted] = [false, false];
  if (!archive.has(part)) return { isSpreadsheet, isEncrypted };
  await readPart(archive, part, {
    open: (tag, raw) => {
      if (tag === 'encryption-data') isEncrypted = true;
      if (tag !== 'file-entry') return;
      const attributes = prefixedAttributesOf(raw);
      const isRoot = attributes.get('manifest:full-path') === '/';
      if (isRoot && attributes.get('manifest:media-type')?.startsWith(odsType) === true) isSpreadsheet = true;
    },
  });
  return { isSpreadsheet, isEncrypted };
}
