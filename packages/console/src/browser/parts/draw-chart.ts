import UPlot from 'uplot';

interface Drawn {
  readonly days: readonly string[];
  readonly series: readonly { readonly name: string; readonly of: readonly number[] }[];
}

const height = 200;
const daySeconds = 86_400;
/** Names of colours in the styles, in the order of the series. */
const colours = ['--good', '--bad', '--faint'] as const;

/** Draws a bar for each day, its parts on top of each other, as wide as the place is. @returns what ends it */
export function drawChart(place: HTMLElement, { days, series }: Drawn): () => void {
  // The whole bar is drawn first, and lower parts over it.
  const sums = series.map((_, last) => days.map((_, day) => sumUpTo(series, { last, day }))).toReversed();
  const data: UPlot.AlignedData = [days.map((day) => Date.parse(day) / 1000), ...sums];
  const chart = new UPlot(optionsFor(place, series.length), data, place);
  const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height }));
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.destroy();
  };
}

const sumUpTo = (
  series: Drawn['series'],
  { last, day }: { readonly last: number; readonly day: number },
): number => series.slice(0, last + 1).reduce((sum, { of }) => sum + (of[day] ?? 0), 0);

function optionsFor(place: HTMLElement, parts: number): UPlot.Options {
  const style = getComputedStyle(place);
  const axis = { stroke: style.color, ticks: { show: false } };
  const paths = UPlot.paths.bars?.({ size: [0.6, 60] });
  const fills = colours.slice(0, parts).map((name) => coloured(place, name));
  return {
    width: place.clientWidth,
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_chart, first, last) => [first - daySeconds / 2, last + daySeconds / 2] },
      y: { range: (_chart, _least, most) => [0, Math.max(most * 1.1, 1e-6)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        incrs: [1, 2, 3, 7].map((days) => days * daySeconds),
        values: (_chart, splits) => splits.map((at) => dayText.format(new Date(at * 1000))),
      },
      { ...axis, grid: { stroke: coloured(place, '--line'), width: 1 }, size: 70 },
    ],
    series: [
      {},
      ...fills
        .toReversed()
        .map((fill) => ({ fill, width: 0, points: { show: false }, ...(paths && { paths }) })),
    ],
  };
}

const dayText = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A canvas knows no names of colours, and no `light-dark`. */
function coloured(place: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
