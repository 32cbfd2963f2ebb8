import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import { consumptionDays, type PoolSummary, returnDays } from '@linework/schemas/inventory/pools/pool-summary';
import { type ResourceStatus, resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { poolNotFound } from './find-pool.ts';

/** What quarantine gives back, by UTC day. A resource that is due and not swept yet comes back today. */
const returnsQuery = `SELECT to_char(greatest(s.quarantine_ends_at, now()) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
    count(*)::int AS count
    FROM resource_state s
    WHERE s.pool_id = p.id AND s.status = 'quarantined' AND t.reusable
    GROUP BY 1`;

const countUsedSince = (days: number) =>
  `count(*) FILTER (WHERE a.held_from >= now() - interval '${days} days')::int AS used${days}`;

/**
 * An index finds the allocations of a broker by time, so that the cost grows with the use of 30 days and not with the
 * pool.
 */
const usedQuery = `SELECT ${consumptionDays.map(countUsedSince).join(', ')}
    FROM allocation a JOIN resource r ON r.id = a.resource_id
    WHERE a.broker_id = p.broker_id AND a.held_from >= now() - interval '${Math.max(...consumptionDays)} days'
      AND r.pool_id = p.id`;

const summaryStatement = statement(
  'get-pool-summary',
  { poolId: 'uuid', brokerId: 'uuid?' },
  `SELECT p.id AS "poolId", p.low_availability_threshold AS "lowAvailabilityThreshold", p.is_low AS "isLow",
    CASE WHEN t.code = 'SIM' THEN p.check_digit END AS "checkDigit",
    to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today,
    (
      SELECT jsonb_object_agg(status, n)
      FROM (SELECT status, sum(delta)::int AS n FROM pool_count WHERE pool_id = p.id GROUP BY status) AS c) AS counts,
    (SELECT jsonb_object_agg(day, count) FROM (${returnsQuery}) AS r) AS returns,
    used.used7, used.used30
  FROM pool p JOIN resource_type t ON t.id = p.type_id
  CROSS JOIN LATERAL (${usedQuery}) AS used
  WHERE p.id = :poolId AND (:brokerId IS NULL OR p.broker_id = :brokerId)`,
).returns<{
  readonly counts: Partial<Readonly<Record<ResourceStatus, number>>> | null;
  readonly returns: Readonly<Record<string, number>> | null;
}>();

/** The stock of a pool as it is read from the database. */
export interface Stock {
  readonly poolId: string;
  readonly lowAvailabilityThreshold: number;
  readonly isLow: boolean;
  /** Null for a pool of another type than SIM. */
  readonly checkDigit: PoolCheckDigit | null;
  readonly today: string;
  /** Null for a pool that never had a resource. */
  readonly counts: Partial<Readonly<Record<ResourceStatus, number>>> | null;
  readonly returns: Readonly<Record<string, number>> | null;
  readonly used7: number;
  readonly used30: number;
}

/** The stock of a pool, and for how long it lasts. Raises not-found. */
export async function getPoolSummary(
  db: Pick<Db, 'query'>,
  { caller, poolId }: { readonly caller: Caller; readonly poolId: string },
): Promise<PoolSummary> {
  const [stock] = await db.query(summaryStatement, { poolId, brokerId: caller.brokerId });
  if (!stock) throw poolNotFound(poolId);
  return summarizeStock(stock);
}

/** Calculates the summary of a stock. @internal */
export function summarizeStock({
  poolId,
  lowAvailabilityThreshold,
  isLow,
  checkDigit,
  today,
  counts,
  returns,
  ...used
}: Stock): PoolSummary {
  const all = Object.fromEntries(
    resourceLifecycle.statuses.map((status) => [status, counts?.[status] ?? 0]),
  ) as PoolSummary['counts'];
  const days = Array.from({ length: returnDays }, (_, ahead) => addDays(today, ahead));
  const returned = days.map((day) => ({ day, count: returns?.[day] ?? 0 }));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    poolId,
    counts: all,
    total: sum(Object.values(all)),
    lowAvailabilityThreshold,
    isLow,
    ...(checkDigit !== null && { checkDigit }),
    returns: returned,
    returnsLater: sum(Object.values(returns ?? {})) - sum(returned.map(({ count }) => count)),
    consumption: consumptionDays.map((period) =>
      measureConsumption(period, {
        used: used[`used${period}`],
        available: all.available,
        threshold: lowAvailabilityThreshold,
      }),
    ),
  };
}

interface Use {
  readonly used: number;
  readonly available: number;
  readonly threshold: number;
}

function measureConsumption(days: number, { used, available, threshold }: Use): PoolSummary['consumption'][number] {
  const perDay = used / days;
  const lasts = (count: number) => round(Math.max(0, count) / perDay);
  return {
    days,
    used,
    perDay: round(perDay),
    ...(used > 0 && { daysLeft: lasts(available) }),
    ...(used > 0 && threshold > 0 && { daysUntilLow: lasts(available - threshold) }),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

const dayMs = 86_400_000;
const addDays = (day: string, ahead: number): string =>
  new Date(Date.parse(day) + ahead * dayMs).toISOString().slice(0, 10);
