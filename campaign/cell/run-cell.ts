import { setTimeout as sleep } from 'node:timers/promises';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { createChance } from '../world/chance.ts';
import { longestGapMs, type Seen, startClients } from './clients.ts';
import { cellFaults } from './faults.ts';
import { type OpenCell, openCell } from './open-cell.ts';
import { waitUntilWhole } from './patroni.ts';

export interface CellOutcome {
  readonly seconds: number;
  readonly accepted: number;
  /** Of the accepted orders. */
  readonly found: number;
  readonly completed: number;
  readonly answers: Seen['answers'];
  readonly longestGapMs: number;
  /** The longest time without an accepted order after each fault. */
  readonly gapsMs: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

const clientCount = 12;
const pauseMs = 3_000;
const settleLimitMs = 150_000;

/** Runs a cell on loopback addresses under load, kills each of its parts once, and looks for every accepted order. */
export async function runCell(seed: number, log: (line: string) => void): Promise<CellOutcome> {
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1_000;
  const logWithTime = (line: string) => log(`${seconds().toFixed(1).padStart(6)} s  ${line}`);
  const cell = await openCell();
  try {
    logWithTime('the cell runs: three hosts, each with PostgreSQL, haproxy, an API and a worker');
    const clients = startClients(
      cell,
      (await cell.lines(clientCount)).map(({ id }) => id),
    );
    const fromMs = performance.now();
    await sleep(pauseMs);
    const { gaps, silent } = await injectAll(cell, { seen: clients.seen, seed, log: logWithTime });
    const toMs = performance.now();
    await clients.stop();
    const { accepted, answers, unexpected } = clients.seen;
    const counts = await waitForOrders(cell, [...accepted.keys()]);
    const violations = await findViolations(cell.db, {
      effects: await cell.network.requestLog(),
      orderTypes: allOrderTypeVersions,
    });
    return {
      seconds: Math.round(seconds()),
      accepted: accepted.size,
      ...counts,
      answers,
      longestGapMs: longestGapMs(clients.seen, fromMs, toMs),
      gapsMs: gaps,
      violations: [
        ...(counts.found < accepted.size ? [`${accepted.size - counts.found} accepted orders are lost`] : []),
        ...(counts.completed < counts.found ? [`${counts.found - counts.completed} orders are not COMPLETED`] : []),
        ...silent,
        ...unexpected,
        ...violations.map(({ invariant, rows }) => `${invariant}: ${JSON.stringify(rows.slice(0, 3))}`),
      ],
    };
  } finally {
    await cell.stop();
  }
}

interface InjectOptions {
  readonly seen: Seen;
  readonly seed: number;
  readonly log: (line: string) => void;
}

async function injectAll(cell: OpenCell, { seen, seed, log }: InjectOptions) {
  const chance = createChance(seed);
  const gaps: Record<string, number> = {};
  const silent: string[] = [];
  for (const { name, inject, endsBalancer } of cellFaults) {
    const beganMs = performance.now();
    await inject(cell, chance);
    await waitUntilWhole(cell);
    await acceptsAgain(seen);
    const endedMs = performance.now();
    const unanswered = seen.withoutAnswer.filter((time) => time >= beganMs && time <= endedMs).length;
    if (unanswered > 0 && !endsBalancer) silent.push(`${unanswered} requests got no answer after: ${name}`);
    gaps[name] = longestGapMs(seen, beganMs, endedMs);
    log(`${name}: ${(gaps[name] / 1_000).toFixed(1)} s without an accepted order; ${seen.accepted.size} so far`);
    await sleep(pauseMs);
  }
  return { gaps, silent };
}

function acceptsAgain({ accepted }: Seen): Promise<void> {
  const before = accepted.size;
  return waitUntil('an order is accepted again', () => accepted.size > before + clientCount);
}

/** Waits until the accepted orders are COMPLETED, and counts them. */
async function waitForOrders({ db }: OpenCell, ids: readonly string[]) {
  const read = async () => {
    const { rows } = await db.pool.query<{ found: number; completed: number }>(
      `SELECT count(*)::int AS found, (count(*) FILTER (WHERE status = 'COMPLETED'))::int AS completed
       FROM orders
       WHERE id = ANY ($1)`,
      [ids],
    );
    return rows[0] ?? { found: 0, completed: 0 };
  };
  const allCompleted = async () => {
    const { found, completed } = await read();
    return completed === found;
  };
  await waitUntil('all orders are COMPLETED', allCompleted, { limitMs: settleLimitMs }).catch(() => {});
  return read();
}
