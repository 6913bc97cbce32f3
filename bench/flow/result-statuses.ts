import Papa from 'papaparse';

/** How many rows of a result sheet have each status. */
export function statusesIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
    step: ({ data }) => {
      const status = data['Status'] ?? '';
      found.set(status, (found.get(status) ?? 0) + 1);
    },
  });
  return found;
}
