import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { TransientError } from '@linework/engine/model/system-errors';
import {
  type ComparedStatus,
  type ComparisonDeps,
  compareSubscriber,
  type SubscriberDifference,
  serviceStates,
} from '@linework/lines/model/compare-subscriber';
import type { Log } from '@linework/log/log';
import type { FindingCode } from '@linework/schemas/move-ins/finding-codes';
import type { SealedSecret } from '@linework/secrets/open-sealed';
import type { BatchResult } from './adopt.ts';
import { findExtraSubscribers } from './find-extra-subscribers.ts';
import { moveMoveIn } from './move-ins.ts';

export interface CompareDeps extends ComparisonDeps {
  readonly db: Db;
}

export interface MoveInDeps extends CompareDeps {
  readonly log: Pick<Log, 'info'>;
}

/** Renews the lease of the worker, and says whether it still has it. */
export type Renew = (seconds?: number) => Promise<boolean>;

/** At most as many lines as a lease of a worker has time for at their rate. */
const batchLimit = 50;
const secondsOfBatch = 5;
const atOnce = 8;

/** Lines with a number and a SIM that can be read. */
const nextStatement = unprepared(
  'find-next-lines-to-compare',
  { moveInId: 'uuid', limit: 'int', seconds: 'int' },
  `SELECT r.row, r.legacy_id AS "legacyId", n.data ->> 'msisdn' AS msisdn, s.data ->> 'imsi' AS imsi,
    CASE WHEN b.row IS NULL THEN r.data ->> 'status' ELSE 'BLOCKED' END AS status,
    m.calls_per_second AS "callsPerSecond",
    CASE WHEN k.record_id IS NOT NULL THEN jsonb_build_object(
      'resourceId', k.record_id, 'dataKeyId', k.data_key_id, 'keyId', d.key_id,
      'wrapped', encode(d.wrapped, 'base64'), 'ciphertext', encode(k.ciphertext, 'base64')) END AS sealed
  FROM move_in m
  JOIN move_in_row r ON r.move_in_id = m.id AND r.kind = 'lines' AND r.state = 'read' AND r.compared_at IS NULL
  LEFT JOIN LATERAL (
    SELECT data
    FROM move_in_row
    WHERE move_in_id = m.id AND kind = 'numbers' AND legacy_id = r.data ->> 'numberId'
    ORDER BY row
    LIMIT 1
  ) n ON true
  LEFT JOIN LATERAL (
    SELECT data, record_id
    FROM move_in_row
    WHERE move_in_id = m.id AND kind = 'sims' AND legacy_id = r.data ->> 'simId'
    ORDER BY row
    LIMIT 1
  ) s ON true
  LEFT JOIN LATERAL (
    SELECT row FROM move_in_row WHERE move_in_id = m.id AND kind = 'blocks' AND parent = r.legacy_id LIMIT 1
  ) b ON true
  LEFT JOIN move_in_secret k ON k.record_id = s.record_id
  LEFT JOIN secret_data_key d ON d.id = k.data_key_id
  WHERE m.id = :moveInId AND m.status = 'COMPARING'
  ORDER BY r.row
  LIMIT (SELECT least(:limit, :seconds * calls_per_second) FROM move_in WHERE id = :moveInId)`,
).returns<LineToCompare>();

interface LineToCompare {
  readonly row: number;
  readonly legacyId: string | null;
  readonly msisdn: string | null;
  readonly imsi: string | null;
  readonly status: string | null;
  readonly callsPerSecond: number;
  readonly sealed: SealedSecret | null;
}

/** A second run finds what the first one has written, and writes nothing twice. */
const writeStatement = unprepared(
  'write-move-in-differences',
  {
    moveInId: 'uuid',
    compared: 'int[]',
    rows: 'int[]',
    codes: 'text[]',
    legacyIds: 'text?[]',
    details: 'text[]',
    found: 'text?[]',
  },
  `WITH looked_up AS (
    UPDATE move_in_row
    SET compared_at = now()
    WHERE move_in_id = :moveInId AND kind = 'lines' AND row = ANY(:compared)
  )
  INSERT INTO move_in_finding (move_in_id, stage, kind, row, code, legacy_id, detail, found)
  SELECT :moveInId, 'compare', 'lines', row, code, legacy_id, detail, found
  FROM unnest(:rows, :codes, :legacyIds, :details, :found) AS f(row, code, legacy_id, detail, found)
  ON CONFLICT DO NOTHING`,
);

const leftStatement = unprepared(
  'is-any-line-to-compare',
  { moveInId: 'uuid' },
  `SELECT status, calls_per_second AS "callsPerSecond", register_listed_at IS NOT NULL AS "isListed",
    EXISTS (
      SELECT
      FROM move_in_row
      WHERE move_in_id = :moveInId AND kind = 'lines' AND state = 'read' AND compared_at IS NULL
    ) AS "isAny"
  FROM move_in
  WHERE id = :moveInId`,
).returns<{ readonly isAny: boolean; readonly isListed: boolean }>();

const listedStatement = unprepared(
  'note-list-of-register-for-move-in',
  { moveInId: 'uuid' },
  "UPDATE move_in SET register_listed_at = now() WHERE id = :moveInId AND status = 'COMPARING'",
);

/**
 * Reads the register for the next lines, not faster than the move-in says, and stores what differs; after the last
 * line it reads the list of the register. `waiting`: the register does not answer; what was read is stored, and the
 * next run goes on behind it, or reads the list again.
 */
export async function compareBatch(deps: MoveInDeps, moveInId: string, renew: Renew): Promise<BatchResult | 'waiting'> {
  const { db } = deps;
  const lines = await db.query(nextStatement, { moveInId, limit: batchLimit, seconds: secondsOfBatch });
  if (lines.length === 0) return endComparison(deps, moveInId, renew);
  const startedMs = performance.now();
  const outcomes: Outcome[] = [];
  let isWaiting = false;
  for (let from = 0; from < lines.length && !isWaiting; from += atOnce) {
    const read = await Promise.allSettled(
      lines.slice(from, from + atOnce).map(async (line) => ({ line, differences: await compareLine(deps, line) })),
    );
    for (const result of read) {
      if (result.status === 'fulfilled') outcomes.push(result.value);
      else if (result.reason instanceof TransientError) isWaiting = true;
      else throw result.reason;
    }
  }
  await writeOutcomes(db, moveInId, outcomes);
  if (isWaiting) return 'waiting';
  const callsPerSecond = lines[0]?.callsPerSecond ?? 1;
  const restMs = (lines.length / callsPerSecond) * 1_000 - (performance.now() - startedMs);
  if (restMs > 0) await sleep(restMs);
  return 'more';
}

interface Difference {
  readonly code: FindingCode;
  readonly detail: string;
  readonly found?: string;
}

interface Outcome {
  readonly line: LineToCompare;
  readonly differences: readonly Difference[];
}

/** The values themselves are in no finding: it is read by more people than the numbers are. */
async function compareLine(
  { network, openSealed }: CompareDeps,
  { imsi, msisdn, status, sealed }: LineToCompare,
): Promise<readonly Difference[]> {
  if (imsi === null || msisdn === null) return [];
  const serviceState = serviceStates[status as ComparedStatus];
  // A move-in reads a line by its IMSI only.
  const { findSubscriberOfNumber: _, ...reader } = network;
  const differences = await compareSubscriber({ network: reader, openSealed }, { imsi, msisdn, serviceState, sealed });
  return differences.map(describeDifference);
}

function describeDifference({ kind, expected, found }: SubscriberDifference): Difference {
  switch (kind) {
    case 'missing':
      return { code: 'not-on-network', detail: 'has an IMSI that the register does not know' };
    case 'wrong-number':
      return { code: 'other-number', detail: 'has another number in the register, or none' };
    case 'wrong-sim':
      return { code: 'other-keys', detail: 'has a SIM with other keys in the register, or none' };
    default:
      return {
        code: 'other-service-state',
        detail: `is ${expected.serviceState} in the file and ${found.serviceState} in the register`,
        ...(found.serviceState && { found: found.serviceState }),
      };
  }
}

async function writeOutcomes(db: Db, moveInId: string, outcomes: readonly Outcome[]): Promise<void> {
  const findings = outcomes.flatMap(({ line, differences }) => differences.map((each) => ({ ...line, ...each })));
  await db.query(writeStatement, {
    moveInId,
    compared: outcomes.map(({ line }) => line.row),
    rows: findings.map(({ row }) => row),
    codes: findings.map(({ code }) => code),
    legacyIds: findings.map(({ legacyId }) => legacyId),
    details: findings.map(({ detail }) => detail),
    found: findings.map(({ found }) => found ?? null),
  });
}

async function endComparison(deps: MoveInDeps, moveInId: string, renew: Renew): Promise<BatchResult | 'waiting'> {
  const { db } = deps;
  const [left] = await db.query(leftStatement, { moveInId });
  if (left?.status !== 'COMPARING') return 'gone';
  if (left.isAny) return 'more';
  const { callsPerSecond, isListed } = left;
  const result = isListed ? 'known' : await findExtraSubscribers(deps, { moveInId, callsPerSecond, renew });
  if (result === 'gone' || result === 'waiting') return result;
  return db.transaction(async (tx) => {
    if (result === 'listed') await tx.query(listedStatement, { moveInId });
    return (await moveMoveIn(tx, moveInId, { from: 'COMPARING', to: 'CHECKED' })) ? 'done' : 'gone';
  });
}
