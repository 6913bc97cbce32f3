import type { Block, Fact, Value } from '@sluice/answers/blocks';
import { printable } from '@sluice/contract/words';
import type { ComponentChildren } from 'preact';
import { addressOf } from '../app/place.ts';
import { may } from '../app/session.ts';
import { Facts } from './facts.tsx';
import { RunLink } from './run-named.tsx';
import { Sentence } from './sentence.tsx';
import { Time } from './time.tsx';

/** Paragraphs and facts as a page shows them. Lists and acts have parts of their own. */
export const Blocks = ({ of }: { readonly of: readonly Block[] }) => (
  <>
    {of.map((block) => {
      if (block.kind === 'facts') return <Facts of={factLines(block.facts)} />;
      if (block.kind !== 'paragraph') return null;
      return (
        <p key={block.text} class={block.role === 'answer' ? 'lead' : 'reason'}>
          <Sentence text={block.text} />
        </p>
      );
    })}
  </>
);

/** A line for each name; several values of one are a list. */
export function factLines(facts: readonly Fact[]): (readonly [name: string, value: ComponentChildren])[] {
  const names = [...new Set(facts.map(({ name }) => name))];
  return names.map((name) => {
    const values = facts.filter((one) => one.name === name).map(({ value }) => valueShown(value));
    const shown =
      values.length < 2 ? (
        values
      ) : (
        <ul class="lines">
          {values.map((value) => (
            <li>{value}</li>
          ))}
        </ul>
      );
    return [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, shown];
  });
}

function valueShown(value: Value): ComponentChildren {
  if (typeof value === 'string') return <Sentence text={value} />;
  if ('at' in value) return <Time at={value.at} />;
  if ('page' in value) {
    const isHidden = value.page.startsWith('/profiles/') && !may('profile');
    return isHidden ? printable(value.text) : <a href={addressOf(value.page)}>{printable(value.text)}</a>;
  }
  const { runId, about } = value;
  return (
    <>
      <RunLink runId={runId} />
      {about !== undefined && ` (${printable(about)})`}
    </>
  );
}
