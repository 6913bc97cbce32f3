import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { checksumAlgorithms } from '../wire/checksums.ts';
import { json } from './versions.ts';

const uploadSchema = z.object({
  id: z.string(),
  bucket: z.string(),
  key: z.string(),
  headers: json(z.record(z.string(), z.string())),
  algorithm: z.enum(checksumAlgorithms).nullable(),
  created_at: z.int(),
});
const partSchema = z.object({
  upload_id: z.string(),
  number: z.int(),
  file: z.string(),
  size: z.int(),
  md5: z.string(),
  checksum: z.string().nullable(),
  modified_at: z.int(),
});
export type Upload = z.infer<typeof uploadSchema>;
export type Part = z.infer<typeof partSchema>;

/** Unfinished uploads in parts. They survive a restart. */
export function uploadRows(database: DatabaseSync) {
  const get = database.prepare('SELECT * FROM uploads WHERE id = ?');
  const insert = database.prepare(
    'INSERT INTO uploads (id, bucket, key, headers, algorithm, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM uploads WHERE id = ?');
  const parts = database.prepare('SELECT * FROM parts WHERE upload_id = ? ORDER BY number');
  const part = database.prepare('SELECT * FROM parts WHERE upload_id = ? AND number = ?');
  const putPart = database.prepare(`
    INSERT OR REPLACE INTO parts (upload_id, number, file, size, md5, checksum, modified_at) VALUES (?, ?, ?, ?, ?, ?, ?)
  `);
  return {
    get: (id: string): Upload | undefined => {
      const row = get.get(id);
      return row === undefined ? undefined : uploadSchema.parse(row);
    },
    add: (upload: Upload): void => {
      const { id, bucket, key, headers, algorithm, created_at: at } = upload;
      insert.run(id, bucket, key, JSON.stringify(headers), algorithm, at);
    },
    parts: (id: string): Part[] => parts.all(id).map((row) => partSchema.parse(row)),
    /** @returns the file of the part that the new one replaces */
    putPart: (given: Part): string | undefined => {
      const replaced = part.get(given.upload_id, given.number);
      putPart.run(
        given.upload_id,
        given.number,
        given.file,
        given.size,
        given.md5,
        given.checksum,
        given.modified_at,
      );
      return replaced === undefined ? undefined : partSchema.parse(replaced).file;
    },
    remove: (id: string): void => void remove.run(id),
  };
}
export type UploadRows = ReturnType<typeof uploadRows>;
