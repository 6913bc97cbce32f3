/** The files that were dragged here. */
export const droppedFiles = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])];

/** A file that was pasted, or cells of a spreadsheet program as one. */
export function pastedFile(data: DataTransfer | null): File | undefined {
  const [file] = data?.files ?? [];
  if (file !== undefined) return file;
  const text = data?.getData('text/plain') ?? '';
  return /[\t\n]/u.test(text.trim()) ? new File([text], 'pasted cells.csv', { type: 'text/csv' }) : undefined;
}
