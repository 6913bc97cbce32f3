import type { SheetLimits } from '../limits.ts';
import type { SheetOptions } from '../sheet.ts';
import type { TextStream } from './text-stream.ts';

export interface TextRequest {
  readonly stream: TextStream;
  readonly options: SheetOptions;
  readonly limits: SheetLimits;
  /** What the text was unpacked from. */
  readonly compression: 'gzip' | undefined;
}
