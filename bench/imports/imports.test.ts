import { figures, itMeasures, ratio } from '../tried.ts';

itMeasures('imports --records 30 --rounds 1', [
  ['created', ...figures(5), ratio, ratio, String.raw`\d+ MB`],
  ['updated', ...figures(5), ratio, ratio, String.raw`\d+ MB`],
  ['unchanged', ...figures(5), '–', '–', String.raw`\d+ MB`],
]);
