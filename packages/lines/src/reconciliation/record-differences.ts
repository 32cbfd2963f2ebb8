import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import type { SubscriberState } from '@linework/schemas/drifts/drift';
import type { DriftKind } from '@linework/schemas/values/drift-kinds';
import { v7 as newId } from 'uuid';
import type { SubscriberDifference } from '../model/compare-subscriber.ts';
import { driftStatusBefore } from '../store/close-drifts.ts';

/** The kinds of differences that an earlier comparison found, with its time. */
export type FirstComparison = Partial<Record<DriftKind, string>>;

/** A line that was read under a claim. `version` is the time of its last change before. */
interface ReadLine {
  readonly lineId: string;
  readonly brokerId: string;
  readonly version: string;
  readonly suspected: FirstComparison | null;
}

/**
 * A result counts only if the claim is still ours and the line is what it was when it was read: no order is open on it,
 * and none has changed it meanwhile.
 */
const stillClaimed = `c.claim_id = :claimId
    AND l.id = c.line_id
    AND NOT EXISTS (
      SELECT FROM orders o WHERE o.resource_id = l.id AND o.resource_type = 'line' AND o.is_open)`;

const driftDetails = "jsonb_build_object('lineId', line_id, 'kind', kind)";

const equalStatement = statement(
  'write-equal-lines',
  { claimId: 'uuid', lineIds: 'uuid[]', versions: 'text[]', dueMs: 'int' },
  `WITH equal AS (
    UPDATE line_check c
    SET checked_at = now(), due_at = now() + :dueMs * interval '1 ms', claim_id = NULL, suspected = NULL
    FROM unnest(:lineIds, :versions) AS w(line_id, version), line l
    WHERE c.line_id = w.line_id
      AND l.updated_at = w.version::timestamptz
      AND ${stillClaimed}
    RETURNING c.line_id
  ), gone AS (
    UPDATE drift
    SET status = 'GONE', closed_at = now(), updated_at = now()
    WHERE line_id = ANY(ARRAY(SELECT line_id FROM equal)) AND status IN ('OPEN', 'ACCEPTED')
    RETURNING id, broker_id, line_id, kind, accepted_by
  )
  ${insertMove('drift', { fromColumn: driftStatusBefore, to: 'GONE', details: driftDetails })}
  FROM gone`,
);

/** The lines are what the register has. Their drifts are gone. */
export async function writeEqualLines(
  db: Db,
  claimId: string,
  { lines, dueMs }: { readonly lines: readonly ReadLine[]; readonly dueMs: number },
): Promise<void> {
  if (lines.length === 0) return;
  await db.query(equalStatement, {
    claimId,
    lineIds: lines.map(({ lineId }) => lineId),
    versions: lines.map(({ version }) => version),
    dueMs,
  });
}

const lockStatement = statement(
  'lock-line-with-differences',
  { claimId: 'uuid', lineId: 'uuid', version: 'text' },
  `SELECT c.line_id
  FROM line_check c, line l
  WHERE c.line_id = :lineId
    AND l.updated_at = :version::timestamptz
    AND ${stillClaimed}
  FOR UPDATE OF c`,
);

const currentStatement = statement(
  'find-current-drifts',
  { lineId: 'uuid' },
  `SELECT id, kind, expected, found, is_ours AS "isOurs"
  FROM drift
  WHERE line_id = :lineId AND status IN ('OPEN', 'ACCEPTED')
  FOR UPDATE`,
).returns<{ readonly kind: DriftKind; readonly expected: SubscriberState; readonly found: SubscriberState }>();

export const goneStatement = statement(
  'close-drifts-as-gone',
  { ids: 'uuid[]' },
  `WITH gone AS (
    UPDATE drift
    SET status = 'GONE', closed_at = now(), updated_at = now()
    WHERE id = ANY(:ids)
    RETURNING id, broker_id, line_id, kind, accepted_by
  )
  ${insertMove('drift', { fromColumn: driftStatusBefore, to: 'GONE', details: driftDetails })}
  FROM gone`,
);

export const seenStatement = statement(
  'write-drift-seen-again',
  { ids: 'uuid[]' },
  'UPDATE drift SET last_seen_at = now() WHERE id = ANY(:ids)',
);

/**
 * A number or SIM that is not of the inventory of the broker belongs to somebody else: it is neither stored nor shown,
 * and the subscriber is not ours.
 */
const oursStatement = statement(
  'find-what-is-ours',
  { brokerId: 'uuid', found: 'jsonb' },
  `WITH ours AS (
    SELECT
      :found ->> 'msisdn' IS NULL OR EXISTS (
        SELECT
        FROM resource r
        JOIN pool p ON p.id = r.pool_id
        JOIN resource_type t ON t.id = p.type_id
        WHERE t.code = 'MSISDN' AND r.external_code = :found ->> 'msisdn' AND r.broker_id = :brokerId
      ) AS has_number,
      :found ->> 'imsi' IS NULL OR EXISTS (
        SELECT FROM resource r WHERE r.imsi = :found ->> 'imsi' AND r.broker_id = :brokerId
      ) AS has_sim
  )
  SELECT :found - CASE WHEN has_number THEN '' ELSE 'msisdn' END - CASE WHEN has_sim THEN '' ELSE 'imsi' END AS found,
    has_number AND has_sim AS "isOurs"
  FROM ours`,
).returns<{ readonly found: SubscriberState; readonly isOurs: boolean }>();

/** A drift of a line, or of a number that no line has. */
export const openStatement = statement(
  'open-drift',
  {
    id: 'uuid',
    brokerId: 'uuid',
    lineId: 'uuid?',
    resourceId: 'uuid?',
    kind: 'text',
    expected: 'jsonb',
    found: 'jsonb',
    isOurs: 'boolean',
    firstSeenAt: 'timestamptz',
  },
  `WITH opened AS (
    INSERT INTO drift (
      id, broker_id, kind, line_id, resource_id, expected, found, is_ours, first_seen_at, last_seen_at)
    VALUES (:id, :brokerId, :kind, :lineId, :resourceId, :expected, :found, :isOurs, :firstSeenAt, now())
    RETURNING id, broker_id, line_id, kind, is_ours
  )
  ${insertMove('drift', {
    to: 'OPEN',
    details: "jsonb_build_object('lineId', line_id, 'kind', kind, 'isOurs', is_ours)",
  })}
  FROM opened`,
);

/** The times are of the database: the clock of a worker may be wrong. */
const checkedStatement = statement(
  'write-line-with-differences',
  { lineId: 'uuid', suspected: 'text[]', dueMs: 'int' },
  `UPDATE line_check
  SET checked_at = now(),
    due_at = now() + :dueMs * interval '1 ms',
    claim_id = NULL,
    suspected = (SELECT jsonb_object_agg(kind, now()) FROM unnest(:suspected) AS s(kind))
  WHERE line_id = :lineId`,
);

export interface LineDifferences {
  readonly claimId: string;
  readonly line: ReadLine;
  readonly differences: readonly SubscriberDifference[];
  /** When the line is due again: usually, and after a first comparison that found a difference. */
  readonly settings: { readonly roundMs: number; readonly secondLookMs: number };
}

/**
 * Writes how a line differs. A difference is a drift when an earlier comparison has found its kind already; otherwise
 * the line is compared again soon. What is no longer found, or is about other values now, is gone: so a drift that a
 * person accepted stays accepted while the register has the same. A comparison that could not read the line ends no
 * drift.
 */
export async function recordDifferences(
  db: Db,
  { claimId, line, differences, settings }: LineDifferences,
): Promise<void> {
  const { lineId, brokerId, version, suspected } = line;
  await db.transaction(async (tx) => {
    const [locked] = await tx.query(lockStatement, { claimId, lineId, version });
    if (!locked) return;
    const current = await tx.query(currentStatement, { lineId });
    const known = new Map(current.map((drift) => [drift.kind, drift]));
    const found = await markOurs(tx, brokerId, differences);
    const isKnown = (difference: MarkedDifference) => isSame(known.get(difference.kind), difference);
    const seen = found.filter(isKnown);
    const others = found.filter((difference) => !isKnown(difference));
    const confirmed = others.filter(({ kind }) => suspected?.[kind] !== undefined);
    const ids = seen.flatMap(({ kind }) => known.get(kind)?.id ?? []);
    const isUnread = found.some(({ kind }) => kind === 'unreadable');
    const gone = isUnread ? [] : current.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    if (ids.length > 0) await tx.query(seenStatement, { ids });
    if (gone.length > 0) await tx.query(goneStatement, { ids: gone });
    for (const difference of confirmed)
      await tx.query(openStatement, {
        id: newId(),
        brokerId,
        lineId,
        resourceId: null,
        ...difference,
        firstSeenAt: new Date(suspected?.[difference.kind] ?? Date.now()),
      });
    const first = others.filter((difference) => !confirmed.includes(difference));
    await tx.query(checkedStatement, {
      lineId,
      suspected: first.map(({ kind }) => kind),
      dueMs: first.length > 0 ? settings.secondLookMs : settings.roundMs,
    });
  });
}

interface MarkedDifference extends SubscriberDifference {
  readonly isOurs: boolean;
}

/** What was found, without what is not ours. */
export async function markOurs(
  db: Pick<Db, 'query'>,
  brokerId: string,
  differences: readonly SubscriberDifference[],
): Promise<readonly MarkedDifference[]> {
  const marked: MarkedDifference[] = [];
  for (const { kind, expected, found } of differences) {
    const [ours] = await db.query(oursStatement, { brokerId, found });
    if (ours) marked.push({ kind, expected, ...ours });
  }
  return marked;
}

type Found = Pick<MarkedDifference, 'expected' | 'found' | 'isOurs'>;

const members = ['msisdn', 'imsi', 'serviceState', 'keys'] as const;

/** A number or SIM that is not ours is not stored, so two of them are the same here. */
export const isSame = (stored: Found | undefined, { expected, found, isOurs }: Found): boolean =>
  stored?.isOurs === isOurs &&
  members.every((member) => stored.found[member] === found[member] && stored.expected[member] === expected[member]);
