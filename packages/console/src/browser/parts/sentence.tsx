import { MarkedText } from './cell-text.tsx';

/** A value or a command within a sentence. A value itself has no backtick: `shownValue` replaced it. */
const quoted = /`([^`]+)`/u;
const most = 10_000;

/** What the system says, such as a reason: with what it quotes in backticks as code, and text from outside in it made visible. */
export const Sentence = ({ text }: { readonly text: string }) => (
  <bdi>
    {text.split(quoted).map((part, at) => {
      const shown = <MarkedText key={at} text={part} most={most} />;
      // Each second part is one that was quoted.
      return at % 2 === 0 ? shown : <code key={at}>{shown}</code>;
    })}
  </bdi>
);
