import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Db } from './database.ts';
import { assembled } from './statement.ts';

const manifestSchema = z.strictObject({
  format: z.literal('linework-archive-1'),
  table: z.string(),
  part: z.string(),
  /** The last migration: the release has the meaning of the columns. */
  schemaVersion: z.string(),
  /** The rows are from this time, or the oldest ones, up to and without the other. */
  from: z.string().nullable(),
  until: z.string(),
  file: z.string(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  writtenAt: z.iso.datetime(),
});

/** What stands beside the rows that left a table: how many they are, of when, and their digest. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The rows of one part of a table. A part is written once under its name. */
export type ArchivePart = Pick<Manifest, 'table' | 'part' | 'from' | 'until'>;

const manifestEnd = '.manifest.json';
const rowsEnd = '.jsonl.gz';
const nameOf = ({ table, part }: Pick<ArchivePart, 'table' | 'part'>) => `${table}-${part}`;

const schemaVersionStatement = assembled<{ readonly version: string | null }>({
  text: 'SELECT max(migration_name) AS version FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  values: [],
});

/**
 * Writes rows as JSON lines, compressed, and then their manifest, both under their names only once they are whole and
 * on the disk. If the part has a manifest, an earlier run has written it: it is checked and nothing is written again.
 */
export async function archive(
  db: Pick<Db, 'query'>,
  folder: string,
  part: ArchivePart,
  readPages: () => AsyncIterable<readonly string[]>,
): Promise<Manifest> {
  const path = join(folder, nameOf(part));
  const earlier = await findManifest(folder, part);
  if (earlier) {
    const fault = await findFault(folder, earlier);
    if (fault === undefined) return earlier;
    throw new Error(`The archive ${nameOf(part)} is damaged: ${fault}. Nothing is deleted until it is moved away.`);
  }
  const [schema] = await db.query(schemaVersionStatement);
  const hash = createHash('sha256');
  const count = { rows: 0, bytes: 0 };
  async function* toLines() {
    for await (const page of readPages()) {
      count.rows += page.length;
      if (page.length > 0) yield `${page.join('\n')}\n`;
    }
  }
  async function* digest(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      count.bytes += chunk.length;
      yield chunk;
    }
  }
  const partial = `${path}${rowsEnd}.partial`;
  // Two pages wait at most. The level is a third of the time of the default, for a twentieth more bytes.
  const pages = Readable.from(toLines(), { highWaterMark: 2 });
  await pipeline(pages, createGzip({ level: 3 }), digest, createWriteStream(partial, { flush: true, mode: 0o600 }));
  await rename(partial, `${path}${rowsEnd}`);
  const manifest: Manifest = {
    format: 'linework-archive-1',
    ...part,
    schemaVersion: schema?.version ?? 'unknown',
    file: `${nameOf(part)}${rowsEnd}`,
    ...count,
    sha256: hash.digest('hex'),
    writtenAt: new Date().toISOString(),
  };
  await writeFile(`${path}${manifestEnd}.partial`, `${JSON.stringify(manifest, undefined, 2)}\n`, {
    flush: true,
    mode: 0o600,
  });
  await rename(`${path}${manifestEnd}.partial`, `${path}${manifestEnd}`);
  await flushFolder(folder);
  return manifest;
}

/** A name is on the disk when its folder is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The manifest of a part; undefined if it has none. */
async function findManifest(folder: string, part: Pick<ArchivePart, 'table' | 'part'>): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, `${nameOf(part)}${manifestEnd}`), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The rows of an archive, each as JSON. */
export async function* readArchive(folder: string, { file }: Pick<Manifest, 'file'>): AsyncGenerator<string> {
  const rows = createGunzip();
  const compressed = createReadStream(join(folder, file)).on('error', (error) => rows.destroy(error));
  let rest = '';
  for await (const text of compressed.pipe(rows).setEncoding('utf8')) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const deletedEnd = '.deleted';

/** Whether all rows of a part are gone from their table. */
export async function isDeleted(folder: string, part: Pick<ArchivePart, 'table' | 'part'>): Promise<boolean> {
  return (await readdir(folder)).includes(`${nameOf(part)}${deletedEnd}`);
}

/** Remembers that all rows of a part are gone from their table. */
export async function markDeleted(folder: string, part: Pick<ArchivePart, 'table' | 'part'>): Promise<void> {
  await writeFile(join(folder, `${nameOf(part)}${deletedEnd}`), '');
}

/** Sets the name of a part aside, because its table has got rows since. */
export async function discardArchive(folder: string, part: Pick<ArchivePart, 'table' | 'part'>): Promise<void> {
  const path = join(folder, `${nameOf(part)}${manifestEnd}`);
  await rename(path, `${path}.superseded`);
  await flushFolder(folder);
}

/** What is wrong with the rows of a manifest; undefined if they are as they were written. */
async function findFault(folder: string, { file, rows, bytes, sha256 }: Manifest): Promise<string | undefined> {
  const hash = createHash('sha256');
  const count = { rows: 0, bytes: 0 };
  async function* digest(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      count.bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(createReadStream(join(folder, file)), digest, createGunzip(), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>)
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count.rows += 1;
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (count.bytes !== bytes) return `it has ${count.bytes} bytes, and its manifest says ${bytes}`;
  if (hash.digest('hex') !== sha256) return 'its SHA-256 is another one than its manifest says';
  if (count.rows !== rows) return `it has ${count.rows} rows, and its manifest says ${rows}`;
  return undefined;
}

export interface VerifiedArchive {
  readonly name: string;
  readonly rows: number;
  readonly fault?: string | undefined;
}

/** Reads all archives of a folder, and compares them with their manifests: bytes, SHA-256 and number of rows. */
export async function* verifyArchives(folder: string): AsyncGenerator<VerifiedArchive> {
  const names = (await readdir(folder)).toSorted();
  const known = new Set<string>();
  for (const name of names.filter((each) => each.endsWith(manifestEnd))) {
    const [table = '', part = ''] = name.slice(0, -manifestEnd.length).split('-');
    try {
      const manifest = await findManifest(folder, { table, part });
      if (!manifest) continue;
      known.add(manifest.file);
      yield { name: manifest.file, rows: manifest.rows, fault: await findFault(folder, manifest) };
    } catch {
      yield { name, rows: 0, fault: 'it is no manifest' };
    }
  }
  for (const name of names)
    if (name.endsWith(rowsEnd) && !known.has(name)) yield { name, rows: 0, fault: 'it has no manifest' };
}

const lockStatement = assembled<{ readonly isLocked: boolean }>({
  text: `SELECT pg_try_advisory_lock(hashtextextended('archives', 0)) AS "isLocked"`,
  values: [],
});

const unlockStatement = assembled<object>({
  text: `SELECT pg_advisory_unlock(hashtextextended('archives', 0))`,
  values: [],
});

/** Runs `work` with a connection of its own, unless another worker writes archives: then the result is undefined. */
export function whileArchiving<Result>(db: Db, work: (session: Db) => Promise<Result>): Promise<Result | undefined> {
  return db.withDedicatedConnection(async (session) => {
    const [lock] = await session.query(lockStatement);
    if (!lock?.isLocked) return undefined;
    try {
      return await work(session);
    } finally {
      // The server ends the lock with the session, but later than the next run may begin.
      await session.query(unlockStatement).catch(() => undefined);
    }
  });
}
