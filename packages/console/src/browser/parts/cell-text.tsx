import { visibleParts } from './visible.ts';

interface Props {
  readonly text: string;
  readonly most?: number;
}

/** The text of a cell, as text nodes, with everything in it made visible. */
export const MarkedText = ({ text, most }: Props) => (
  <>
    {visibleParts(text, most).map(({ text: part, isMark }, at) =>
      isMark ? (
        <span key={at} class="mark">
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </>
);

/** The same within other text, whose direction it leaves alone. */
export const CellText = (props: Props) => (
  <bdi>
    <MarkedText {...props} />
  </bdi>
);

/** The same without a limit, such as for a name of a file. */
export const Shown = ({ text }: { readonly text: string }) => <CellText text={text} most={10_000} />;
