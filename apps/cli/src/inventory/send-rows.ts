import { ProblemError } from '@linework/sdk';
import type { Api } from '../api/api.ts';
import { describeError } from '../api/describe-error.ts';
import { readPages } from '../api/read-pages.ts';
import { CliError } from '../program/cli-error.ts';
import { sleep } from '../program/sleep.ts';

export interface Rows {
  readonly poolId: string;
  readonly mediaType: string;
  /** The line with the names of the columns, in CSV. */
  readonly header: string | undefined;
  readonly rows: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  /** An earlier request with these rows may have been carried out. */
  readonly mayBeImported: boolean;
  readonly signal: AbortSignal;
  readonly note: (sentence: string) => void;
}

export interface RowError {
  /** The position among the rows, from 0. */
  readonly at: number;
  readonly detail: string;
  readonly externalCode?: string | undefined;
}

export interface SentRows {
  readonly imported: number;
  readonly errors: readonly RowError[];
}

interface Report {
  readonly imported: number;
  readonly rejected: number;
  readonly errors: readonly { readonly line: number; readonly detail: string; readonly externalCode?: string }[];
}

const pausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/** Sends rows in one request, again and again while the API is away. A repetition finds its own rows in the inventory; they count as imported. */
export async function sendRows(api: Api, rows: Rows): Promise<SentRows> {
  let { mayBeImported } = rows;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(api, rows, mayBeImported);
    } catch (thrown) {
      const error = describeError(thrown);
      const pauseMs = pausesMs[attempt];
      if (rows.signal.aborted || pauseMs === undefined || !(error instanceof CliError) || error.exit !== 'unavailable') throw thrown;
      mayBeImported = true;
      rows.note(`${error.message} Trying again in ${pauseMs / 1_000} s.`);
      await sleep(pauseMs, rows.signal);
    }
  }
}

async function sendOnce(api: Api, { poolId, mediaType, header, rows, query }: Rows, mayBeImported: boolean): Promise<SentRows> {
  const value = `${[...(header === undefined ? [] : [header]), ...rows].join('\n')}\n`;
  const path = `/inventory/pools/${encodeURIComponent(poolId)}/resources`;
  const report = (await request(api, `${path}/import`, { mediaType, value, query })) as Report;
  const firstLine = header === undefined ? 1 : 2;
  const errors = report.errors.map(({ line, detail, externalCode }) => ({ at: line - firstLine, detail: withoutLine(detail), externalCode }));
  const taken = errors.filter(({ detail }) => isTaken(detail));
  if (!mayBeImported || taken.length === 0) return { imported: report.imported, errors };
  const own = await findNewest(api, path, rows.length * 2);
  const isOwn = ({ detail, externalCode = '' }: RowError) => isTaken(detail) && own.some((code) => code === externalCode || code.startsWith(externalCode));
  const left = errors.filter((error) => !isOwn(error));
  return { imported: report.imported + errors.length - left.length, errors: left };
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

const isTaken = (detail: string): boolean => detail.includes('is already in the inventory');
/** "Line 3 is not valid: externalCode …": the line is that of the request, not of the file. */
const withoutLine = (detail: string): string => detail.replace(/^Line \d+ is not valid: /, '');

/** The codes that were added to the pool last. */
async function findNewest(api: Api, path: string, limit: number): Promise<readonly string[]> {
  const codes: string[] = [];
  const query = { sortBy: 'createdAt', sortOrder: 'desc' };
  for await (const { items } of readPages(api, path, { query, limit })) codes.push(...items.map(({ externalCode }) => String(externalCode)));
  return codes;
}
