import type { ComponentChildren } from 'preact';

interface Heading {
  readonly name: string;
  readonly class: string;
}

interface Props {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly headings: readonly (string | Heading)[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls by itself, by keyboard too, where the page is too narrow or too short for it. */
export function DataTable({ label, headings, children }: Props) {
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => {
              const { name, class: styled = undefined } =
                typeof heading === 'string' ? { name: heading } : heading;
              return (
                <th key={name} scope="col" class={styled}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
