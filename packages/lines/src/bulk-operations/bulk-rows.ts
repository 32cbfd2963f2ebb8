import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { InvalidItem } from '@linework/http/request/each-alone';
import type { ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import {
  conflict,
  notFound,
  unprocessableRequest,
  unprocessableValues,
  validationError,
} from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { RowOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import {
  listOfOperation,
  type NewLineRow,
  type NumberChangeRow,
  type RowSource,
  type SimSwapRow,
} from '@linework/schemas/bulk-operations/bulk-rows';
import { createLine } from '../commands/create-line.ts';
import { type PlacedOrder, placeOrder } from '../commands/place-order.ts';
import { changeNumber } from '../order-types/change-number.ts';
import { provisionLine } from '../order-types/provision-line.ts';
import { swapSim } from '../order-types/swap-sim.ts';
import { lineNotFound } from '../records/find-line.ts';

type Row = NewLineRow | SimSwapRow | NumberChangeRow;

/** The rows of a request; in place of one that its schema rejects there is an `InvalidItem`. */
export type SentRows = readonly (Row | InvalidItem)[];

/** A row as an item stores it: its numbers and ICCIDs have become ids, and the line stands beside it. */
export interface StoredRow extends Partial<Omit<NewLineRow, 'msisdn' | 'sim'>> {
  readonly msisdn?: ClaimSource;
  readonly sim?: ClaimSource;
}

/** A row of a new bulk operation; with a problem it is refused. */
export interface ReadRow {
  readonly lineId: string | null;
  readonly row: StoredRow | null;
  readonly problem: Problem | null;
}

export interface ReadRows {
  readonly brokerId: string;
  readonly rows: readonly ReadRow[];
}

interface RowRequest {
  readonly operation: RowOperation;
  readonly lineId: string | null;
  readonly row: StoredRow;
  readonly caller: Caller;
  readonly correlationId: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly reason?: string | undefined;
}

/** Places the order of a row, as the request for its line alone would. Raises what that request raises. */
export function placeRow(deps: PlaceDeps, { operation, lineId, row, ...request }: RowRequest): Promise<PlacedOrder> {
  const { msisdn, sim, customerId = '', metadata = {}, ...newLine } = row;
  if (operation === 'create') {
    const sources = { msisdn: requireSource(msisdn), sim: requireSource(sim) };
    const wanted = { ...newLine, ...sources, holderId: customerId, metadata, orderMetadata: request.metadata };
    return createLine(deps, { ...request, ...wanted, orderType: provisionLine });
  }
  const claims = [
    operation === 'swap-sim'
      ? ({ type: 'SIM', from: requireSource(sim) } as const)
      : ({ type: 'MSISDN', from: requireSource(msisdn) } as const),
  ];
  const orderType = operation === 'swap-sim' ? swapSim : changeNumber;
  return placeOrder(deps, { ...request, orderType, lineId: lineId ?? '', claims });
}

/** Returns a source that the schema of the row has already required. */
function requireSource(source: ClaimSource | undefined): ClaimSource {
  if (source === undefined) throw new Error('a row has no source, although its schema requires it');
  return source;
}

const findLinesStatement = statement(
  'find-lines-of-rows',
  { ids: 'uuid[]', msisdns: 'text[]', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId", msisdn, terminated_at IS NULL AS "isLive"
   FROM line
   WHERE (id = ANY(:ids) OR (msisdn = ANY(:msisdns) AND terminated_at IS NULL))
     AND (:brokerId IS NULL OR broker_id = :brokerId)`,
);

const findHoldersStatement = statement(
  'find-holders-of-rows',
  { ids: 'uuid[]', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId"
   FROM holder
   WHERE id = ANY(:ids) AND (:brokerId IS NULL OR broker_id = :brokerId)`,
);

const findResourcesStatement = statement(
  'find-resources-of-rows',
  { codes: 'text[]', brokerId: 'uuid' },
  `SELECT r.id, r.external_code AS code, t.code AS type
   FROM resource r
   JOIN resource_type t ON t.id = r.type_id
   WHERE r.external_code = ANY(:codes)
     AND r.broker_id = :brokerId
     AND r.retired_at IS NULL
     AND t.code IN ('MSISDN', 'SIM')`,
);

/**
 * Reads the rows of a list: finds the lines, numbers and SIMs that they name, and says of each row what is wrong with
 * it. Raises no-lines and several-brokers, because a bulk operation belongs to one broker.
 */
export async function readRows(
  db: Pick<Db, 'query'>,
  caller: Caller,
  { operation, sent }: { readonly operation: RowOperation; readonly sent: SentRows },
): Promise<ReadRows> {
  const valid = sent.filter((row): row is Row => !(row instanceof InvalidItem));
  const references = valid.flatMap((row) => ('line' in row ? [row.line] : []));
  const lines = await db.query(findLinesStatement, {
    ids: references.flatMap((line) => ('id' in line ? [line.id] : [])),
    msisdns: references.flatMap((line) => ('msisdn' in line ? [line.msisdn] : [])),
    brokerId: caller.brokerId,
  });
  const holderIds = valid.flatMap((row) => ('customerId' in row ? [row.customerId] : []));
  const holders = await db.query(findHoldersStatement, { ids: holderIds, brokerId: caller.brokerId });
  const brokerId = oneBroker(caller, [...lines, ...holders]);
  const codes = valid.flatMap((row) =>
    sourcesOf(row).flatMap(([, source]) => ('externalCode' in source ? [source.externalCode] : [])),
  );
  const resources = await db.query(findResourcesStatement, { codes: [...new Set(codes)], brokerId });
  const read = {
    list: listOfOperation[operation],
    lines: new Map(
      lines.flatMap(({ id, msisdn, isLive }) => [[id, id] as const, ...(isLive ? [[msisdn, id] as const] : [])]),
    ),
    resources: new Map(resources.map(({ id, code, type }) => [`${type} ${code}`, id])),
    taken: new Set<string>(),
  };
  return { brokerId, rows: sent.map((row, at) => readRow(row, `/${read.list}/${at}`, read)) };
}

function oneBroker(caller: Caller, found: readonly { readonly brokerId: string }[]): string {
  if (caller.brokerId !== null) return caller.brokerId;
  const [brokerId, ...others] = new Set(found.map((record) => record.brokerId));
  if (brokerId === undefined) throw unprocessableRequest('None of the lines or holders exists.', { code: 'no-lines' });
  if (others.length === 0) return brokerId;
  throw unprocessableRequest('The rows belong to several brokers. Send one request per broker.', {
    code: 'several-brokers',
    brokerIds: [brokerId, ...others],
  });
}

interface Known {
  /** The ids of lines by their ids and by their numbers. */
  readonly lines: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, string>;
  /** What earlier rows have: a line, a number, a SIM, an external code. */
  readonly taken: Set<string>;
}

function readRow(row: Row | InvalidItem, pointer: string, known: Known): ReadRow {
  if (row instanceof InvalidItem) {
    const errors = row.errors.map(({ detail, pointer: inside = '' }) => ({ detail, pointer: pointer + inside }));
    return { lineId: null, row: null, problem: validationError(errors) };
  }
  const lineId = 'line' in row ? (known.lines.get('id' in row.line ? row.line.id : row.line.msisdn) ?? null) : null;
  if ('line' in row && lineId === null) {
    const missing =
      'id' in row.line ? lineNotFound(row.line.id) : notFound(`No line has the number ${row.line.msisdn}.`);
    return { lineId: null, row: null, problem: missing };
  }
  const sources = sourcesOf(row).map(([name, source]) => [name, resolve(name, source, known)] as const);
  const unknown = sources.flatMap(([name, source]) =>
    source === undefined
      ? [{ detail: `The broker has no such ${typeOf[name]}.`, pointer: `${pointer}/${name}/externalCode` }]
      : [],
  );
  if (unknown.length > 0)
    return { lineId: null, row: null, problem: unprocessableValues(unknown, { code: 'unknown-source' }) };
  const keys = [
    ...(lineId === null ? [] : [[lineId, `${pointer}/line`] as const]),
    ...('externalCode' in row && row.externalCode !== undefined
      ? [[`code ${row.externalCode}`, `${pointer}/externalCode`] as const]
      : []),
    ...sources.flatMap(([name, source]) =>
      source && 'resourceId' in source ? [[source.resourceId, `${pointer}/${name}`] as const] : [],
    ),
  ];
  const repeated = keys.filter(([key]) => known.taken.has(key));
  if (repeated.length > 0) {
    const errors = repeated.map(([, at]) => ({ detail: 'is listed before', pointer: at }));
    return { lineId: null, row: null, problem: validationError(errors) };
  }
  for (const [key] of keys) known.taken.add(key);
  const { line: _line, msisdn: _msisdn, sim: _sim, ...others } = row as Partial<NewLineRow & SimSwapRow>;
  return { lineId, row: { ...others, ...Object.fromEntries(sources) }, problem: null };
}

const typeOf = { msisdn: 'number', sim: 'SIM' } as const;

const sourcesOf = (row: Row): readonly (readonly ['msisdn' | 'sim', RowSource])[] => [
  ...('msisdn' in row ? [['msisdn', row.msisdn] as const] : []),
  ...('sim' in row ? [['sim', row.sim] as const] : []),
];

function resolve(name: 'msisdn' | 'sim', source: RowSource, { resources }: Known): ClaimSource | undefined {
  if (!('externalCode' in source)) return source;
  const resourceId = resources.get(`${name === 'msisdn' ? 'MSISDN' : 'SIM'} ${source.externalCode}`);
  return resourceId === undefined ? undefined : { resourceId };
}

const countStockStatement = statement(
  'count-stock-of-rows',
  { poolIds: 'uuid[]', brokerId: 'uuid' },
  `SELECT pool_id AS "poolId", count(*)::int AS available
   FROM resource_state
   WHERE pool_id = ANY(:poolIds) AND broker_id = :brokerId AND status = 'available'
   GROUP BY pool_id`,
).returns<{ readonly poolId: string; readonly available: number }>();

/**
 * Refuses the rows for which a pool has nothing left after the rows before them. A few are tried at once and undone, so
 * otherwise many of them would find the last number of the pool.
 */
export async function refuseBeyondStock(db: Pick<Db, 'query'>, { brokerId, rows }: ReadRows): Promise<ReadRows> {
  const poolsOf = (row: StoredRow | null) =>
    [row?.msisdn, row?.sim].flatMap((source) => (source && 'poolId' in source ? [source.poolId] : []));
  const poolIds = [...new Set(rows.flatMap(({ row }) => poolsOf(row)))];
  const stock = await db.query(countStockStatement, { poolIds, brokerId });
  const left = new Map(stock.map(({ poolId, available }) => [poolId, available]));
  return {
    brokerId,
    rows: rows.map((read): ReadRow => {
      const empty = poolsOf(read.row).find((poolId) => left.get(poolId) === 0);
      if (empty !== undefined) {
        const detail = `The pool ${empty} has nothing left after the rows before this one.`;
        return { ...read, problem: conflict(detail, { code: 'resource-not-available' }) };
      }
      for (const poolId of poolsOf(read.row)) left.set(poolId, (left.get(poolId) ?? 1) - 1);
      return read;
    }),
  };
}
