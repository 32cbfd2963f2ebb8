import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { DriftModel, DriftWhereInput } from '@linework/db/generated/models/Drift';
import { statement, unprepared } from '@linework/db/statement';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { insertMove } from '@linework/events/insert-event';
import { showActors } from '@linework/events/show-actors';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { conflict, invalidStatusTransition, notFound } from '@linework/problem-details/make-problem';
import { type Drift, drift, type Reconciliation, type SubscriberState } from '@linework/schemas/drifts/drift';
import type { listDriftsRoute } from '@linework/schemas/drifts/drifts.routes';
import type { Actor } from '@linework/schemas/events/actor';
import { driftLifecycle } from '@linework/schemas/lifecycles/drift.lifecycle';
import { printRecord } from '@linework/schemas/print-record';
import type { DriftKind } from '@linework/schemas/values/drift-kinds';
import { type PlacedOrder, placeOrder } from '../commands/place-order.ts';
import { comparedStatuses } from '../model/compare-subscriber.ts';
import { reconcileLine } from '../order-types/reconcile-line.ts';

type DriftFilters = ListQuery<typeof listDriftsRoute>;

const filterTable: FilterTable<DriftFilters, DriftWhereInput> = {
  ...timeFilters,
  kind: isOneOf('kind'),
  status: isOneOf('status'),
  lineId: isOneOf('lineId'),
  brokerId: isOneOf('brokerId'),
};

type Actors = ReadonlyMap<string, Actor | undefined>;

const findActors = (db: Pick<Db, 'prisma'>, caller: Caller, records: readonly DriftModel[]): Promise<Actors> =>
  showActors(
    db,
    caller,
    records.flatMap(({ acceptedBy }) => acceptedBy ?? []),
  );

/** Only what differs is stored. */
function membersOf(stored: DriftModel['found']) {
  const { msisdn, imsi, serviceState, keys } = stored as SubscriberState;
  return { msisdn, imsi, serviceState, keys };
}

const printDrift = ({ acceptedBy, expected, found, ...record }: DriftModel, actors: Actors): Drift =>
  printRecord(drift, {
    ...record,
    expected: membersOf(expected),
    found: membersOf(found),
    acceptedBy: acceptedBy === null ? null : actors.get(acceptedBy),
  });

/** One page of the drifts that the caller may see. */
export async function listDrifts(db: Pick<Db, 'prisma'>, caller: Caller, filters: DriftFilters): Promise<Page<Drift>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.drift.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.drift.count({ where }),
  });
  const actors = await findActors(db, caller, page.items);
  return { ...page, items: page.items.map((record) => printDrift(record, actors)) };
}

export interface DriftTarget {
  readonly caller: Caller;
  readonly driftId: string;
}

const driftNotFound = (driftId: string) => notFound(`There is no drift ${driftId}.`);

/** A drift. Raises not-found if it does not exist or belongs to another broker. */
export async function findDrift(db: Pick<Db, 'prisma'>, { caller, driftId }: DriftTarget): Promise<Drift> {
  const found = await db.prisma.drift.findFirst({ where: { AND: [{ id: driftId }, visibleTo(caller)] } });
  if (!found) throw driftNotFound(driftId);
  return printDrift(found, await findActors(db, caller, [found]));
}

const refuse = ({ id, status }: Drift, requested: string) =>
  invalidStatusTransition({
    resource: { type: 'drift', id },
    currentStatus: status,
    requested,
    allowed: driftLifecycle.getRequests(status),
  });

const acceptStatement = statement(
  'accept-drift',
  { driftId: 'uuid', brokerId: 'uuid?', keyId: 'uuid', reason: 'text' },
  `WITH accepted AS (
    UPDATE drift
    SET status = 'ACCEPTED', reason = :reason, accepted_by = :keyId, updated_at = now()
    WHERE id = :driftId AND status = 'OPEN' AND (:brokerId IS NULL OR broker_id = :brokerId)
    RETURNING id, broker_id, line_id, kind, reason
  )
  ${insertMove('drift', {
    from: 'OPEN',
    to: 'ACCEPTED',
    key: ':keyId',
    details: "jsonb_build_object('lineId', line_id, 'kind', kind, 'reason', reason)",
  })}
  FROM accepted
  RETURNING resource_id`,
);

/** The difference stays, for a reason. Raises not-found, and invalid-status-transition for a drift that is not open. */
export function acceptDrift(db: Db, { caller, driftId, reason }: DriftTarget & { readonly reason: string }) {
  return db.transaction(async (tx) => {
    const { keyId, brokerId } = caller;
    const [accepted] = await tx.query(acceptStatement, { driftId, brokerId, keyId, reason });
    const found = await findDrift(tx, { caller, driftId });
    if (!accepted) throw refuse(found, 'accept');
    return found;
  });
}

/**
 * Places the order that brings the network to what the line says. Raises not-found, and conflict for a drift that is
 * over, for one without a line, and while an order is open on the line.
 */
export async function repairDrift(
  deps: PlaceDeps,
  { caller, driftId, correlationId }: DriftTarget & { readonly correlationId: string },
): Promise<PlacedOrder> {
  const found = await findDrift(deps.db, { caller, driftId });
  if (found.status !== 'OPEN' && found.status !== 'ACCEPTED') throw refuse(found, 'repair');
  if (found.lineId === undefined)
    throw conflict('No line has this subscriber, so no order can repair it.', { code: 'drift-without-line' });
  return placeOrder(deps, { orderType: reconcileLine, caller, lineId: found.lineId, correlationId });
}

/**
 * What is counted at most, so that an answer does not read the whole table. The last pass has counted all lines, and
 * the job `count-lines` those of each broker at the end of the last day.
 */
const countLimit = 100_000;

const stateStatement = unprepared(
  'read-reconciliation',
  { brokerId: 'uuid?', limit: 'int', statuses: 'text[]' },
  `SELECT r.calls::float8 AS calls, r.calls_per_second AS "callsPerSecond", r.round_seconds AS "roundSeconds",
    coalesce(c.due_since > now() - interval '5 minutes', true)
      OR coalesce(r.last_run_at > now() - interval '5 minutes', false) AS "isRunning",
    r.last_check_at AS "lastCheckAt", r.last_round_at AS "lastRoundAt", r.waiting_since AS "waitingSince",
    r.register_listed_at AS "registerListedAt",
    CASE
      WHEN l.lines < :limit THEN l.lines
      WHEN :brokerId IS NULL THEN greatest(r.lines, l.lines)
      ELSE greatest(l.lines, (
        SELECT sum(count)
        FROM line_count
        WHERE day = (SELECT max(day) FROM line_count_day) AND broker_id = :brokerId AND status = ANY(:statuses)
      ))::int
    END AS lines,
    c.unchecked, c.due_since AS "dueSince"
  FROM reconciliation r
  CROSS JOIN (
    SELECT count(*)::int AS lines
    FROM (
      SELECT
      FROM line_check
      WHERE :brokerId IS NULL OR broker_id = :brokerId
      LIMIT :limit
    ) counted
  ) l
  CROSS JOIN (
    SELECT count(*)::int AS unchecked, min(due_at) AS due_since
    FROM (
      SELECT due_at
      FROM line_check
      WHERE due_at <= now() AND (:brokerId IS NULL OR broker_id = :brokerId)
      ORDER BY due_at
      LIMIT :limit
    ) due
  ) c`,
).returns<{ readonly lines: number; readonly unchecked: number; readonly calls: number }>();

const openStatement = unprepared(
  'count-open-drifts',
  { brokerId: 'uuid?' },
  `SELECT kind, count(*)::int AS count
  FROM drift
  WHERE status = 'OPEN' AND (:brokerId IS NULL OR broker_id = :brokerId)
  GROUP BY kind
  ORDER BY kind`,
).returns<{ readonly kind: DriftKind; readonly count: number }>();

const linesStatement = unprepared(
  'count-lines-with-drift',
  { brokerId: 'uuid?' },
  `SELECT count(DISTINCT line_id)::int AS lines
  FROM drift
  WHERE status = 'OPEN' AND (:brokerId IS NULL OR broker_id = :brokerId)`,
).returns<{ readonly lines: number }>();

/** How far the reconciliation is, in the lines that the caller may see. */
export async function getReconciliation(
  db: Pick<Db, 'query'>,
  { brokerId }: Caller,
  limit = countLimit,
): Promise<Reconciliation> {
  const [state] = await db.query(stateStatement, { brokerId, limit, statuses: comparedStatuses });
  if (!state) throw new Error('the state of the reconciliation has no row');
  const drifts = await db.query(openStatement, { brokerId });
  const [drifted] = await db.query(linesStatement, { brokerId });
  const { calls, callsPerSecond, roundSeconds, isRunning, lines, unchecked, dueSince } = state;
  const { lastCheckAt, lastRoundAt, registerListedAt, waitingSince } = state;
  return {
    status: callsPerSecond === null || !isRunning ? 'off' : waitingSince ? 'waiting' : 'running',
    callsPerSecond: callsPerSecond ?? 0,
    roundSeconds,
    calls,
    lines,
    checked: lines - unchecked,
    unchecked,
    ...(dueSince && { dueSince: dueSince.toISOString() }),
    ...(lastCheckAt && { lastCheckAt: lastCheckAt.toISOString() }),
    ...(lastRoundAt && { lastRoundAt: lastRoundAt.toISOString() }),
    ...(registerListedAt && { registerListedAt: registerListedAt.toISOString() }),
    ...(waitingSince && { waitingSince: waitingSince.toISOString() }),
    openDrifts: drifts.reduce((sum, { count }) => sum + count, 0),
    drifts: [...drifts],
    share: lines === 0 ? 0 : (drifted?.lines ?? 0) / lines,
  };
}
