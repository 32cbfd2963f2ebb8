import { type Api, type Page, read } from '../api/api.ts';
import { readAll } from '../api/read-pages.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeRecords } from '../command/write-answer.ts';
import { forecastPool } from './forecast.ts';

export interface ForecastOptions extends GlobalOptions {
  readonly days?: number;
}

interface Pool {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lowAvailabilityThreshold: number;
  readonly availableResourcesCount: number;
}

const defaultDays = 7;
const dayMs = 86_400_000;
/** A pool that is younger than an hour says nothing about a day. */
const shortestWindowDays = 1 / 24;

/** Says how long pools last at the rate of the last days. */
export async function showForecast(
  poolId: string | undefined,
  { days = defaultDays, ...options }: ForecastOptions,
  context: Context,
): Promise<void> {
  const api = await context.openApi(options);
  const pools =
    poolId === undefined
      ? await readAll<Pool>(api, '/inventory/pools', { limit: undefined })
      : [await read<Pool>(api, poolPath(poolId))];
  const rows = [];
  for (const pool of pools) rows.push(await forecast(api, pool, days));
  await writeRecords(rows, context, options);
  context.note(
    `From the counts of now and the changes of the last ${days} days (or since the pool exists). "takenPerDay" is ` +
      'an upper bound: a number in use whose line was ' +
      'blocked or changed counts again. So at this rate a pool lasts at least as long as shown; a campaign or an ' +
      'import changes it.',
  );
}

async function forecast(api: Api, pool: Pool, days: number) {
  const windowDays = Math.max(shortestWindowDays, Math.min(days, (Date.now() - Date.parse(pool.createdAt)) / dayMs));
  const since = new Date(Date.now() - windowDays * dayMs).toISOString();
  const count = (query: Readonly<Record<string, string>>) => countResources(api, pool.id, query);
  const changedInUse = await count({ status: 'reserved,active,suspended', updatedAtFrom: since });
  const returned = await count({ status: 'available', updatedAtFrom: since, createdAtTo: since });
  const available = pool.availableResourcesCount;
  const threshold = pool.lowAvailabilityThreshold;
  const result = forecastPool({ available, threshold, changedInUse, returned, windowDays });
  // The first columns are those that a narrow terminal shows.
  return {
    id: pool.id,
    name: pool.name,
    available,
    emptyOn: dateAfter(result.daysUntilEmpty),
    ...result,
    threshold,
    windowDays: Math.round(windowDays * 100) / 100,
  };
}

async function countResources(api: Api, poolId: string, query: Readonly<Record<string, string>>): Promise<number> {
  const { meta } = await read<Page>(api, `${poolPath(poolId)}/resources`, { ...query, limit: 1 });
  return meta?.total ?? 0;
}

const poolPath = (id: string): string => `/inventory/pools/${encodeURIComponent(id)}`;

/** A date that far ahead means nothing. */
const farDays = 3_650;

function dateAfter(days: number | null): string | null {
  return days === null || days > farDays ? null : new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}
