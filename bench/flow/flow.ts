import type { Bench } from '../bench.ts';
import { besideLoop } from './beside.ts';
import { files } from './files.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { mixed } from './mixed.ts';

/** The main job: beside a loop written by hand, and at several sizes. */
export const flow: Bench = {
  what: 'the flow from the drop to its mail: beside a loop written by hand, what a row costs at several sizes, and mixed rows',
  options: { rows: '10000,200000', rounds: '3', idle: '30', files: '100' },
  parts: ['beside', 'growth', 'memory', 'mixed', 'files'],
  run: async (running) => {
    if (running.options.isSelected('beside')) await besideLoop(running);
    if (running.options.isSelected('growth')) await growth(running);
    if (running.options.isSelected('memory')) await memory(running);
    if (running.options.isSelected('mixed')) await mixed(running);
    if (running.options.isSelected('files')) await files(running);
  },
};
