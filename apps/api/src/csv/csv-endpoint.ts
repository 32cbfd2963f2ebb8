import type { Caller } from '@linework/auth/caller';
import type { AcceptedRequest, Endpoint } from '@linework/http/implement';
import { findCursor } from '@linework/http/link-header';
import { csvMediaType, findItemSchema } from '@linework/http/list-media-types';
import type { TextStream } from '@linework/http/text-stream';
import { formatRow } from '@linework/schemas/values/csv-row';
import type { z } from 'zod';
import type { Deps } from '../request/deps.ts';
import { runForCaller } from '../request/run-for-caller.ts';
import { isStillAllowed } from '../request/still-allowed.ts';
import { type CsvColumn, listCsvColumns } from './csv-columns.ts';
import { readPath } from './read-path.ts';

/** The rows that are read at once. A page of a client has at most 100; 1,000 need a tenth of the statements. */
const rowsAtOnce = 1_000;

interface PageOfList {
  readonly items: readonly unknown[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Reads the page after a cursor; the first one without it. */
type ReadPage = (cursor: string | undefined) => Promise<PageOfList>;

/**
 * Lets an endpoint that lists records send all of them as CSV: with the filters and the order of the list, and with the
 * rights and the masks of its handler, which reads each page. Any other endpoint stays as it is.
 */
export function csvEndpoint(endpoint: Endpoint<Deps>): Endpoint<Deps> {
  const { route, handle } = endpoint;
  const item = findItemSchema(route.responses[200] ?? {});
  if (route.method !== 'get' || item === undefined) return endpoint;
  const columns = listCsvColumns(item);
  // A list without pages is read at once, and what it answers has its query.
  const hasPages = route.query === undefined || 'limit' in route.query.shape;
  const cursorSchema = route.query?.shape['cursor'] as z.ZodType | undefined;
  const fileName = `${route.path.split('/').findLast((part) => part !== '' && !part.startsWith('{'))}.csv`;
  return {
    route,
    async handle(request, deps) {
      const { caller } = request;
      if (request.mediaType !== csvMediaType || caller === null) return handle(request, deps);
      const readPage: ReadPage = async (cursor) => {
        const response = await runForCaller(caller, () =>
          handle(
            {
              ...request,
              mediaType: 'application/json',
              query: hasPages ? buildQuery(request, cursor, cursorSchema) : request.query,
            },
            deps,
          ),
        );
        const { items } = response.body as Pick<PageOfList, 'items'>;
        return { items, next: findCursor(response.headers?.['Link'], 'next') };
      };
      if (request.method === 'HEAD')
        return { status: 200, body: { mediaType: csvMediaType, fileName, chunks: nothing() } satisfies TextStream };
      const close = deps.exports.open(caller);
      try {
        const chunks = writeRows(columns, {
          first: await readPage(undefined),
          readPage,
          caller,
          deps,
          signal: request.hold(),
          close,
        });
        return { status: 200, body: { mediaType: csvMediaType, fileName, chunks } satisfies TextStream };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

function buildQuery({ query }: AcceptedRequest, cursor: string | undefined, cursorSchema: z.ZodType | undefined) {
  const { page: _page, cursor: _cursor, after: _after, ...filters } = query as Readonly<Record<string, unknown>>;
  return {
    ...filters,
    limit: rowsAtOnce,
    withoutTotal: true,
    ...(cursor !== undefined && { cursor: cursorSchema?.parse(cursor) }),
  };
}

interface Export {
  readonly first: PageOfList;
  readonly readPage: ReadPage;
  readonly caller: Caller;
  readonly deps: Deps;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly close: () => void;
}

/**
 * The header and the rows. An export of hours pays for each page like any other list, and ends when its key or session
 * has ended.
 */
async function* writeRows(
  columns: readonly CsvColumn[],
  { first, readPage, caller, deps, signal, close }: Export,
): AsyncGenerator<string> {
  try {
    yield formatRow(columns.map((path) => path.join('.')));
    let page = first;
    for (;;) {
      yield page.items.map((item) => formatRow(columns.map((path) => readPath(item, path)))).join('');
      const { next } = page;
      if (next === undefined || signal.aborted) return;
      if (deps.stopping.aborted) throw new Error('the program stops, and the export is not complete');
      if (!(await runForCaller(caller, () => isStillAllowed(deps.db, caller))))
        throw new Error('the key or the session has ended, and the export is not complete');
      page = await deps.runInTurn(caller, () => readPage(next));
    }
  } finally {
    close();
  }
}

async function* nothing(): AsyncGenerator<string> {}
