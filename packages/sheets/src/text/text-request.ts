import type { SheetLimits } from '../model/limits.ts';
import type { SheetOptions } from '../model/sheet.ts';
import type { TextStream } from './text-stream.ts';

export interface TextRequest {
  readonly stream: TextStream;
  readonly options: SheetOptions;
  readonly limits: SheetLimits;
  /** What the text was unpacked from. */
  readonly compression: 'gzip' | undefined;
}
