import UPlot from 'uplot';

interface Drawn {
  readonly days: readonly string[];
  readonly series: readonly { readonly name: string; readonly of: readonly number[] }[];
}

const height = 220;
/** Names of colours in the styles, in the order of the series. */
const colours = ['--good', '--bad', '--faint'];

/** Draws bars side by side, as wide as the place is. @returns what ends it */
export function drawChart(place: HTMLElement, { days, series }: Drawn): () => void {
  const chart = new UPlot(
    optionsFor(place, series),
    [days.map((day) => Date.parse(day) / 1000), ...series.map(({ of }) => [...of])],
    place,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height }));
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.destroy();
  };
}

function optionsFor(place: HTMLElement, series: Drawn['series']): UPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string): string => coloured(place, name);
  const axis = { stroke: style.color, grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  const share = 0.8 / series.length;
  return {
    width: place.clientWidth,
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false },
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(most * 1.1, 1e-6)] } },
    axes: [
      { ...axis, grid: { show: false } },
      { ...axis, size: 70 },
    ],
    series: [
      {},
      ...series.map(({ name }, at) => ({
        label: name,
        stroke: colour(colours[at] ?? '--accent'),
        fill: colour(colours[at] ?? '--accent'),
        points: { show: false },
        paths: UPlot.paths.bars?.({ size: [share, 40], align: alignOf(at, series.length) }),
      })),
    ],
  };
}

/** Bars of one day stand beside one another. */
const alignOf = (at: number, of: number): -1 | 0 | 1 =>
  of === 1 ? 0 : at === 0 ? -1 : at === of - 1 ? 1 : 0;

/** A canvas knows no names of colours, and no `light-dark`. */
function coloured(place: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
