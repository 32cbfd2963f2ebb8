import { badRowReason, type TakenRowCode } from '@linework/schemas/inventory/import-file';
import { ProblemError } from '@linework/sdk';
import { type Api, type Page, read } from '../api/api.ts';
import { describeError } from '../api/describe-error.ts';
import { readPages } from '../api/read-pages.ts';
import { sleep } from '../command/sleep.ts';
import { CliError } from '../errors/cli-error.ts';

export interface Rows {
  readonly poolId: string;
  readonly mediaType: string;
  /** The line with the names of the columns, in CSV, and the line `sep=` before it. */
  readonly header: string | undefined;
  readonly rows: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  /** An earlier request with these rows may have been carried out. */
  readonly mayBeImported: boolean;
  /**
   * When the newest resource of the pool was created before the first request with these rows; undefined for an empty
   * pool.
   */
  readonly newestAt: string | undefined;
  readonly signal: AbortSignal;
  readonly note: (sentence: string) => void;
}

export interface RowError {
  /** The position among the rows, from 0. */
  readonly at: number;
  readonly detail: string;
  readonly externalCode?: string | undefined;
  /** Where the code or the IMSI is in the inventory. */
  readonly code?: TakenRowCode | undefined;
}

export interface SentRows {
  readonly imported: number;
  readonly errors: readonly RowError[];
}

interface Report {
  readonly imported: number;
  readonly rejected: number;
  readonly errors: readonly (Omit<RowError, 'at'> & { readonly line: number })[];
}

const pausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Sends rows in one request, again and again while the API is unavailable. A repetition finds its own rows in the
 * inventory; they count as imported.
 */
export async function sendRows(api: Api, rows: Rows): Promise<SentRows> {
  let { mayBeImported } = rows;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(api, rows, mayBeImported);
    } catch (thrown) {
      const error = describeError(thrown);
      const pauseMs = pausesMs[attempt];
      if (rows.signal.aborted || pauseMs === undefined || !(error instanceof CliError) || error.exit !== 'unavailable')
        throw thrown;
      mayBeImported = true;
      rows.note(`${error.message} Trying again in ${pauseMs / 1_000} s.`);
      await sleep(pauseMs, rows.signal);
    }
  }
}

async function sendOnce(
  api: Api,
  { poolId, mediaType, header, rows, query, newestAt }: Rows,
  mayBeImported: boolean,
): Promise<SentRows> {
  const value = `${[...(header === undefined ? [] : [header]), ...rows].join('\n')}\n`;
  const report = (await request(api, `${resourcesOf(poolId)}/import`, { mediaType, value, query })) as Report;
  const firstLine = header === undefined ? 1 : header.split('\n').length + 1;
  const rowOfLine = rows.flatMap((row, at) => row.split('\n').map(() => at));
  // The line of an error is that of the request, not of the file.
  const errors = report.errors.map((error) => ({
    at: rowOfLine[error.line - firstLine] ?? 0,
    detail: badRowReason(error),
    externalCode: error.externalCode,
    code: error.code,
  }));
  if (!mayBeImported || !errors.some(isTaken)) return { imported: report.imported, errors };
  const left = await removeOwn(api, errors, { poolId, newestAt });
  return { imported: report.imported + errors.length - left.length, errors: left };
}

const resourcesOf = (poolId: string): string => `/inventory/pools/${encodeURIComponent(poolId)}/resources`;

/**
 * Removes the errors of rows that the earlier request has imported. Each of its resources explains one row, so a code
 * that is twice in the file stays wrong.
 */
async function removeOwn(
  api: Api,
  errors: readonly RowError[],
  { poolId, newestAt }: Pick<Rows, 'poolId' | 'newestAt'>,
): Promise<readonly RowError[]> {
  const own = await findNewer(api, poolId, newestAt);
  return errors.filter((error) => {
    if (!isTaken(error) || !error.externalCode) return true;
    const given = error.externalCode;
    // A file without check digits has a shorter code.
    const code = own.has(given) ? given : [...own].find((each) => each.startsWith(given));
    return code === undefined || !own.delete(code);
  });
}

/** The codes that were added to a pool after a moment. */
async function findNewer(api: Api, poolId: string, newestAt: string | undefined): Promise<Set<string>> {
  const codes = new Set<string>();
  const query = { sortBy: 'createdAt', sortOrder: 'asc', ...(newestAt && { createdAtFrom: newestAt }) };
  for await (const { items } of readPages(api, resourcesOf(poolId), { query, limit: undefined })) {
    for (const { externalCode, createdAt } of items) if (createdAt !== newestAt) codes.add(String(externalCode));
  }
  return codes;
}

/** When the newest resource of a pool was created; undefined for an empty pool. */
export async function findNewestAt(api: Api, poolId: string): Promise<string | undefined> {
  const { items } = await read<Page>(api, resourcesOf(poolId), { sortBy: 'createdAt', sortOrder: 'desc', limit: 1 });
  const createdAt = items[0]?.['createdAt'];
  return createdAt === undefined ? undefined : String(createdAt);
}

async function request(
  api: Api,
  path: string,
  { mediaType, value, query }: { readonly mediaType: string; readonly value: string; readonly query: Rows['query'] },
): Promise<unknown> {
  try {
    return (await api.request('POST', path, { query, content: { mediaType, value } })).data;
  } catch (error) {
    // A batch whose rows are all wrong is an answer too, and not a failure of the request.
    if (error instanceof ProblemError && error.code === 'bad-rows') return error.problem;
    throw error;
  }
}

const isTaken = ({ code }: RowError): boolean => code !== undefined;
