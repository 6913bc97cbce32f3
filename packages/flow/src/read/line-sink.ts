import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Files } from '../ports.ts';

/** Writes an object line by line in constant memory. Without a line there is no object. */
export interface LineSink {
  write(line: string): Promise<void>;
  close(): Promise<void>;
  /** Ends the upload without an object. */
  abandon(): Promise<void>;
}

export function openLineSink(files: Pick<Files, 'upload'>, key: string): LineSink {
  let opened: { readonly through: PassThrough; readonly done: Promise<void> } | undefined;

  function open() {
    const through = new PassThrough();
    // `done` reports the error.
    through.on('error', () => {});
    const done = files.upload(key, through);
    // Else a writer would wait for a failed upload to drain.
    done.catch(() => through.destroy());
    return { through, done };
  }

  return {
    write: async (line) => {
      opened ??= open();
      const { through, done } = opened;
      if (!through.write(`${line}\n`)) await Promise.race([once(through, 'drain'), done]);
    },
    close: async () => {
      opened?.through.end();
      await opened?.done;
    },
    abandon: async () => {
      opened?.through.destroy(new Error('abandoned'));
      await opened?.done.catch(() => {});
    },
  };
}
