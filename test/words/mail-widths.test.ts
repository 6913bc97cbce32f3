import { everyMail } from '../../packages/answers/src/mail/testing/mails.ts';
import { expect, it } from 'vitest';
import { chromium } from '../browsers/browsers.ts';
import { reportOf } from '../browsers/report.ts';

/** A phone, half a screen and a screen. */
const widths = [360, 700, 1400];

/** Shows each mail in frames of these widths, and reports those that one has to scroll sideways. */
const page = `<!doctype html><script>
const wide = [];
const mails = ${JSON.stringify(everyMail.map(([name, { html }]) => [name, html])).replaceAll('<', String.raw`\u003c`)};
const frames = mails.flatMap(([name, html]) => ${JSON.stringify(widths)}.map((width) => new Promise((shown) => {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'border:0;height:600px;width:' + width + 'px';
  frame.onload = () => {
    const { scrollWidth, clientWidth } = frame.contentDocument.documentElement;
    if (scrollWidth > clientWidth) wide.push(name + ' at ' + width);
    shown();
  };
  frame.srcdoc = html;
  document.body.append(frame);
})));
Promise.all(frames).then(() => fetch('/report', { method: 'POST', body: JSON.stringify({ shown: frames.length, wide }) }));
</script>`.replace('<script>', '<body><script>');

it.skipIf(chromium === undefined)(
  'every mail fits a phone, half a screen and a screen',
  async () => {
    if (chromium === undefined) return;
    const report = await reportOf(chromium, (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    });
    expect(report).toEqual({ shown: widths.length * everyMail.length, wide: [] });
  },
  30_000,
);
