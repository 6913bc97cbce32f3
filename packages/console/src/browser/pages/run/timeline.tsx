import { durationText, eventWords } from '@sluice/answers/run';
import { counted } from '@sluice/contract/words';
import { exactTime } from '../../parts/words.ts';
import type { RunEvent } from '../../parts/follow.ts';
import { Sentence } from '../../parts/sentence.tsx';

/** In milliseconds. A shorter pause says nothing. */
const noticeablePause = 60_000;
/** More events of batches in a row than this are folded. */
const mostUnfolded = 3;

/** Events of batches that follow each other, or one of the run itself. */
type Group = readonly RunEvent[];

/** What happened, the newest last. Time in which nothing happened is one line, however long it was. */
export function Timeline({ events }: { readonly events: readonly RunEvent[] }) {
  const groups = groupsOf(events);
  return (
    <section class="panel">
      <h2>Timeline</h2>
      <ol class="timeline">
        {groups.map((group, at) => (
          <>
            <Pause from={groups[at - 1]?.at(-1)} to={group[0]} />
            {group.length > mostUnfolded ? (
              <li>
                <details>
                  <summary>{counted(group.length, 'event')} of batches</summary>
                  <ol>{group.map(line)}</ol>
                </details>
              </li>
            ) : (
              group.map(line)
            )}
          </>
        ))}
      </ol>
    </section>
  );
}

const isOfBatch = ({ subject = 'run' }: RunEvent): boolean => subject.includes('/');

function groupsOf(events: readonly RunEvent[]): Group[] {
  const groups: RunEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const [before] = last ?? [];
    if (last && before && isOfBatch(before) && isOfBatch(event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

function Pause({ from, to }: { readonly from: RunEvent | undefined; readonly to: RunEvent | undefined }) {
  if (!from || !to) return null;
  const ms = Date.parse(to.at) - Date.parse(from.at);
  return ms < noticeablePause ? null : <li class="pause">{durationText(ms)} without an event</li>;
}

const line = (event: RunEvent, at: number) => (
  <li key={`${event.at} ${event.type} ${at}`}>
    <time dateTime={event.at}>{exactTime(event.at)}</time>
    <div>
      <strong>{inWords(event.type)}</strong>{' '}
      {isOfBatch(event) && <span>batch {event.subject?.replace('/', ', ')}</span>}{' '}
      <span>
        <Sentence text={eventWords(event.data).join(', ')} />
      </span>
    </div>
  </li>
);

/** `settingsKnown` as `settings known`. */
const inWords = (type: string): string => type.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
