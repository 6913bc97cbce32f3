import { visibleParts } from './visible.ts';

/** The text of a cell, as text nodes, with everything in it made visible. */
export function CellText({ text, most }: { readonly text: string; readonly most?: number }) {
  const parts = visibleParts(text, most);
  return (
    <bdi>
      {parts.map(({ text: part, isMark }, at) =>
        isMark ? (
          <span key={at} class="mark">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}

/** The same without a limit, such as for a name of a file. */
export const Shown = ({ text }: { readonly text: string }) => <CellText text={text} most={10_000} />;
