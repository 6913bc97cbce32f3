import type { ProgressStep } from '@sluice/answers/run';
import type { SingleBar } from 'cli-progress';
import { widthOf, wrapped } from './columns.ts';
import type { Voice } from './services.ts';

/** Without a terminal, progress is written each time this much more is done. */
const reportEvery = 0.1;

/** Where lines go when there is no terminal. */
export interface LineSink {
  write(line: string): unknown;
}

export function createVoice(stream: NodeJS.WriteStream | LineSink): Voice {
  const terminal = 'isTTY' in stream && stream.isTTY ? stream : undefined;
  const say = (line: string): void => {
    stream.write(`${wrapped(printableLines(line), widthOf(terminal)).join('\n')}\n`);
  };
  const fail: Voice['fail'] = (error) => void stream.write(`${JSON.stringify({ error })}\n`);
  return { ...(terminal ? barVoice(terminal, say) : lineVoice(say)), fail };
}

/** Messages may quote text from outside: other than line breaks and tabs, control characters could steer the terminal. */
function printableLines(words: string): string {
  return words.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
}

function lineVoice(say: (line: string) => void): Omit<Voice, 'fail'> {
  let reported: ProgressStep | undefined;
  return {
    say,
    progress(step) {
      const isDue =
        reported?.label !== step.label ||
        step.part - reported.part >= reportEvery ||
        (step.part === 1 && reported.part < 1);
      if (!isDue) return;
      reported = step;
      say([`${percent(step.part)} ${step.label}`, step.detail].filter((part) => part !== '').join(', '));
    },
    endProgress() {
      reported = undefined;
    },
  };
}

function percent(part: number): string {
  return `${String(Math.floor(part * 100)).padStart(3)}%`;
}

function barVoice(stream: NodeJS.WriteStream, say: (line: string) => void): Omit<Voice, 'fail'> {
  let bar: SingleBar | undefined;
  let step: ProgressStep | undefined;
  const draw = (): void => {
    if (step !== undefined) bar?.update(step.part, { label: step.label, detail: step.detail });
  };
  const start = async (): Promise<void> => {
    const started = await barOn(stream);
    // Meanwhile it may have ended, or another step may have started one.
    if (step === undefined || bar !== undefined) return;
    bar = started;
    bar.start(1, 0, { label: '', detail: '' });
    draw();
  };
  const endProgress = (): void => {
    bar?.stop();
    bar = undefined;
    step = undefined;
  };
  return {
    say(line) {
      // A line in the middle of a bar would be drawn over.
      endProgress();
      say(line);
    },
    progress(next) {
      step = next;
      if (bar === undefined) void start();
      else draw();
    },
    endProgress,
  };
}

/** Loaded with the first progress: most commands have none. */
async function barOn(stream: NodeJS.WriteStream): Promise<SingleBar> {
  const { Presets, SingleBar } = await import('cli-progress');
  const options = {
    format: '{bar} {percentage}%  {label}  {detail}',
    stream,
    hideCursor: true,
    gracefulExit: false,
    // What is under way stands beside it, also on a narrow terminal.
    barsize: Math.min(30, Math.floor(widthOf(stream) / 4)),
  };
  return new SingleBar(options, Presets.shades_classic);
}
