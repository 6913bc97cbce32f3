import { figures, itMeasures, ratio, time } from '../tried.ts';

itMeasures('flow --rows 20 --rounds 1 --idle 1 --files 3', [
  ...['new', 'updated', 'unchanged'].flatMap((clients) => [
    [clients, 'the flow', time, ...figures(1), ratio, time, ratio],
    [clients, 'the loop', time, ...figures(1), '1.00×', time, '1.00×'],
  ]),
  // A dry run and an import of one batch, each followed by at least one request for its status.
  ['20', time, time, String.raw`\d\d\d`, ...figures(2)],
  ['growth', ...Array.from({ length: 5 }, () => '1.00×')],
  ['1 seconds later', String.raw`[\d,]+ MB`],
  // The files at once, and how long one of them and one alone hold the lane.
  Array.from({ length: 5 }, () => time),
]);
