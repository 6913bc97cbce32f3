/** What runs in a page, as text: the benches have no types of a browser. Times are in milliseconds. */

/** `shownAt(isThere)`: when the page first showed it, by `performance.now()`, as soon as a frame had it. */
export const shownAt = `globalThis.shownAt = (isThere) => new Promise((resolve) => {
  const look = () => {
    if (!isThere()) return false;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
});`;

/** The page of runs, from the first byte that is asked for. */
export const ofLoading = `${shownAt}
globalThis.runsShown = shownAt(() => document.querySelectorAll('table.runs tbody tr').length > 5);`;
/** The paths of what the page has fetched, itself included. */
export const fetched = `['/index.html', ...performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)]`;
export const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;

/**
 * No task of the page is longer than the longest delay of a timer that ticks, which also has what the machine did between two tasks.
 * Chromium lists each task beyond 50 ms, so no other one is longer.
 */
const ticking = `globalThis.delay = 0;
globalThis.listed = PerformanceObserver.supportedEntryTypes.includes('longtask') ? 50 : Infinity;
(() => {
  const every = 5;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    globalThis.delay = Math.max(globalThis.delay, now - last - every);
    last = now;
  }, every);
  if (listed === Infinity) return;
  const note = ({ duration }) => (globalThis.listed = Math.max(globalThis.listed, duration));
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'longtask' });
})();`;

/** Waits for the file that is chosen next, and for what comes of it. */
export const ofFile = `${shownAt}
globalThis.understood = new Promise((resolve) => {
  globalThis.checked = new Promise((all) => addEventListener('change', () => {
    const began = performance.now();
    ${ticking}
    const status = () => document.querySelector('.panel p[role=status]')?.textContent ?? '';
    shownAt(() => document.querySelector('[aria-label="First rows of the file"] [role=gridcell]') !== null)
      .then((at) => resolve(at - began));
    shownAt(() => /^(All .* right|.* wrong)\\.$/.test(status()))
      .then((at) => all({ ms: at - began, longest: Math.min(delay, listed), status: status() }));
  }, { capture: true, once: true }));
});`;

const grid = `document.querySelector('[role=grid]')`;
const numbers = `[...document.querySelectorAll('[role=grid] [role=rowheader] .grid-number')].map((one) => one.textContent)`;
const areRead = `${numbers}.length > 0 && ${numbers}.every((text) => text !== '' && text !== '…')`;

export const rowsAreShown = areRead;

/** The time of each frame while the grid is scrolled by so many pixels a frame. */
export const framesOf = (frames: number, pixels: number): string => `new Promise((resolve) => {
  const times = [];
  let last;
  const frame = (now) => {
    if (last !== undefined) times.push(now - last);
    last = now;
    if (times.length >= ${frames}) return resolve(times);
    ${grid}.scrollTop += ${pixels};
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

/** How long the rows take to be shown that stand so far down, from 0 to 1. */
export const jumpTo = (part: number): string => `new Promise((resolve) => {
  const began = performance.now();
  const before = ${numbers}[0];
  const look = () => {
    if (${numbers}[0] !== before && ${areRead}) return resolve(performance.now() - began);
    requestAnimationFrame(look);
  };
  ${grid}.scrollTop = ${part} * (${grid}.scrollHeight - ${grid}.clientHeight);
  requestAnimationFrame(look);
})`;

/** Waits for the next Control and End, and for how long the row of this number then takes to be the last one that is shown. */
export const ofLast = (number: string): string => `globalThis.lastShown = new Promise((resolve) => {
  addEventListener('keydown', ({ key, timeStamp }) => {
    const look = () => {
      if (${numbers}.at(-1) === '${number}') resolve(performance.now() - timeStamp);
      else requestAnimationFrame(look);
    };
    if (key === 'End') look();
  }, { capture: true });
});
undefined`;

/** When the page shows this text, by the clock. */
export const saidAt = (text: string): string =>
  `shownAt(() => document.body.textContent.includes(${JSON.stringify(text)})).then(() => Date.now())`;
