import { Presets, SingleBar } from 'cli-progress';
import type { ProgressStep, Voice } from './services.ts';

/** A step is told again when this much more is done, where there is no terminal to draw a bar on. */
const tellEvery = 0.1;

/** Where lines go when there is no terminal. */
export interface LineSink {
  write(line: string): unknown;
}

export function createVoice(stream: NodeJS.WriteStream | LineSink): Voice {
  const say = (line: string): void => {
    stream.write(`${steerless(line)}\n`);
  };
  return 'isTTY' in stream && stream.isTTY ? barVoice(stream, say) : lineVoice(say);
}

/** Words may quote what came from outside. Lines and tabs are ours; nothing else may steer the terminal. */
function steerless(words: string): string {
  return words.replaceAll(/(?![\n\t])\p{Cc}/gu, '\u{FFFD}');
}

function lineVoice(say: (line: string) => void): Voice {
  let told: ProgressStep | undefined;
  return {
    say,
    progress(step) {
      const isNews =
        told?.label !== step.label ||
        step.part - told.part >= tellEvery ||
        (step.part === 1 && told.part < 1);
      if (!isNews) return;
      told = step;
      say([`${percent(step.part)} ${step.label}`, step.detail].filter((part) => part !== '').join(', '));
    },
    endProgress() {
      told = undefined;
    },
  };
}

function percent(part: number): string {
  return `${String(Math.floor(part * 100)).padStart(3)}%`;
}

function barVoice(stream: NodeJS.WritableStream, say: (line: string) => void): Voice {
  let bar: SingleBar | undefined;
  const endProgress = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return {
    say(line) {
      // A line in the middle of a bar would be drawn over.
      endProgress();
      say(line);
    },
    progress({ label, part, detail }) {
      bar ??= startBar(stream);
      bar.update(part, { label, detail });
    },
    endProgress,
  };
}

function startBar(stream: NodeJS.WritableStream): SingleBar {
  const options = {
    format: '{bar} {percentage}%  {label}  {detail}',
    stream,
    hideCursor: true,
    gracefulExit: false,
    barsize: 30,
  };
  const bar = new SingleBar(options, Presets.shades_classic);
  bar.start(1, 0, { label: '', detail: '' });
  return bar;
}
