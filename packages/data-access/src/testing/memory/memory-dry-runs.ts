import type { DryRunNote, DryRunStore } from '../../store/dry-runs.ts';

export function createMemoryDryRuns(): DryRunStore {
  const notes = new Map<string, DryRunNote>();
  return {
    note: async (note) => void notes.set(`${note.siteId} ${note.digest}`, note),
    find: async (siteId, digest, now) => {
      const found = notes.get(`${siteId} ${digest}`);
      return found && found.expires * 1000 > now.getTime() ? found.importId : undefined;
    },
  };
}
