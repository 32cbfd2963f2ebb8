import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setUpFiles } from '@linework/move-in/set-up-broker';
import { type MoveInKind, moveInKinds } from '@linework/schemas/move-ins/move-in';
import { formatRow } from '@linework/schemas/values/csv-row';
import { read } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { formatJson } from '../output/format-json.ts';

interface ExportOptions extends GlobalOptions {
  readonly broker?: string;
  readonly holder?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

/** Writes everything of a broker to a folder, or all that is kept of a person to a file. */
export async function runExport(options: ExportOptions, context: Context): Promise<void> {
  const { broker, holder } = options;
  if ((broker === undefined) === (holder === undefined)) throw usageError('Say --broker or --holder.');
  await (broker === undefined ? exportHolder(holder ?? '', options, context) : exportBroker(broker, options, context));
}

interface Manifest {
  readonly files: readonly { readonly file: string; readonly rows: number; readonly sha256: string }[];
  readonly [member: string]: unknown;
}

/** The stream is written as it comes, so that an export of any size needs no memory. */
async function exportBroker(id: string, { to, csv, ...options }: ExportOptions, context: Context): Promise<void> {
  if (to === undefined) throw usageError('Say with --to to which folder the files go.');
  const api = await context.openApi(options);
  const lines = readLines(await api.download(`/brokers/${id}/export`));
  let file: OpenFile | undefined;
  let manifest: Manifest | undefined;
  for await (const line of lines) {
    const [, name = '', row = ''] = rowPattern.exec(line) ?? [];
    if (name === '') manifest = JSON.parse(line).manifest;
    else {
      if (file?.name !== name) {
        await file?.close();
        file = await openFile(to, name);
      }
      await file.write(`${row}\n`);
    }
  }
  await file?.close();
  if (!manifest) throw new CliError('failed', 'The export broke off: its last line has not come. Begin again.');
  await checkFiles(to, manifest);
  await writeFile(join(to, 'manifest.json'), `${formatJson(manifest, 2)}\n`);
  if (csv) for (const kind of moveInKinds) await writeCsv(to, kind);
  await writeAnswer({ items: manifest.files.filter(({ rows }) => rows > 0) }, context, options);
}

/** The server names its files; none may lead out of the folder. */
const rowPattern = /^\{"file":"((?:archive\/)?[A-Za-z_]{1,60})","row":(.*)\}$/;

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield* createInterface({ input: Readable.from(chunks, { objectMode: false }), crlfDelay: Number.POSITIVE_INFINITY });
}

interface OpenFile {
  readonly name: string;
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

const fileOf = (dir: string, name: string) => join(dir, `${name}.ndjson`);

async function openFile(dir: string, name: string): Promise<OpenFile> {
  await mkdir(dirname(fileOf(dir, name)), { recursive: true });
  const file: WriteStream = createWriteStream(fileOf(dir, name), { mode: 0o600 });
  return {
    name,
    async write(text) {
      if (!file.write(text)) await once(file, 'drain');
    },
    async close() {
      file.end();
      await once(file, 'finish');
    },
  };
}

/** What is on the disk must be what the server has read. */
async function checkFiles(dir: string, { files }: Manifest): Promise<void> {
  const wrong: string[] = [];
  for (const { file, rows, sha256 } of files) {
    if (rows === 0) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(fileOf(dir, file))) hash.update(chunk);
    if (hash.digest('hex') !== sha256) wrong.push(file);
  }
  if (wrong.length > 0)
    throw new CliError('failed', `These files differ from what was exported: ${wrong.join(', ')}. Begin again.`);
}

/** The same rows for a spreadsheet. A column that some row has is in the header. */
async function writeCsv(dir: string, kind: MoveInKind): Promise<void> {
  const names = new Set<string>();
  for await (const row of readRows(dir, kind)) for (const name of Object.keys(row)) names.add(name);
  if (names.size === 0) return;
  const file = createWriteStream(join(dir, `${kind}.csv`), { mode: 0o600 });
  file.write(formatRow([...names]));
  for await (const row of readRows(dir, kind)) {
    const values = [...names].map((name) => row[name]);
    const text = formatRow(values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)));
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

type Row = Readonly<Record<string, string>>;

async function* readRows(dir: string, file: string): AsyncGenerator<Row> {
  const input = createReadStream(fileOf(dir, file));
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== '') yield JSON.parse(line) as Row;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The rows of the archive from which a receiver is set up. */
export async function readArchive(dir: string): Promise<Record<(typeof setUpFiles)[number], Row[]>> {
  const archive: Partial<Record<(typeof setUpFiles)[number], Row[]>> = {};
  for (const name of setUpFiles) {
    const rows: Row[] = [];
    for await (const row of readRows(dir, `archive/${name}`)) rows.push(row);
    archive[name] = rows;
  }
  return archive as Record<(typeof setUpFiles)[number], Row[]>;
}

async function exportHolder(id: string, { to, ...options }: ExportOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const data = await read(api, `/holders/${id}/export`);
  if (to === undefined) await writeAnswer(data, context, options);
  else await writeFile(to, `${formatJson(data, 2)}\n`, { mode: 0o600 });
}
