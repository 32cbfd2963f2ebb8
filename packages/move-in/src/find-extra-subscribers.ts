import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import type { ReadableNetwork } from '@linework/lines/model/compare-subscriber';
import type { ListedSubscriber } from '@linework/lines/model/systems';
import { noLineHas } from '@linework/lines/reconciliation/find-extra-subscribers';
import type { Log } from '@linework/log/log';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';

interface ExtraDeps {
  readonly db: Db;
  readonly network: ReadableNetwork;
  readonly log: Pick<Log, 'info'>;
}

interface Listing {
  readonly moveInId: string;
  readonly callsPerSecond: number;
  /** Renews the lease of the worker, and says whether it still has it. */
  readonly renew: (seconds?: number) => Promise<boolean>;
}

/** A page may take longer than the answer about one subscriber. */
const leaseSeconds = 30;

/**
 * A line of the files has the number or the SIM of the subscriber, which may have been adopted by an earlier move-in.
 * `OFFSET 0` keeps the planner from reading all lines of the move-in for each page.
 */
const noRowOfLineHas = (kind: 'numbers' | 'sims', value: string, column: string) => `NOT EXISTS (
      SELECT
      FROM move_in_row r
      JOIN move_in_row l ON l.move_in_id = m.id AND l.kind = 'lines' AND l.data ->> '${column}' = r.legacy_id
      WHERE r.broker_id = m.broker_id
        AND r.kind = '${kind}'
        AND r.data ->> '${value}' = s.${value}
        AND (r.move_in_id = m.id OR r.state = 'adopted')
      OFFSET 0)`;

/**
 * The first row of the file with a value of the subscriber. `OFFSET 0` makes PostgreSQL find it by its value: else it
 * reads the whole file in the order of its rows, for each subscriber.
 */
const firstRow = (kind: 'numbers' | 'sims', value: string) => `
      SELECT row, legacy_id
      FROM (
        SELECT row, legacy_id
        FROM move_in_row
        WHERE broker_id = m.broker_id AND kind = '${kind}' AND data ->> '${value}' = s.${value} AND move_in_id = m.id
        OFFSET 0) AS found
      ORDER BY row
      LIMIT 1`;

const isInRange = (whose: string) => `EXISTS (
      SELECT
      FROM number_range n
      WHERE n.broker_id ${whose} m.broker_id
        AND n.kind = 'MSISDN'
        AND length(n.from_code) = length(s.msisdn)
        AND s.msisdn COLLATE "C" BETWEEN n.from_code AND n.to_code)`;

const isResource = (whose: string) => `EXISTS (
      SELECT
      FROM resource o
      WHERE o.broker_id ${whose} m.broker_id
        AND o.type_id = '${msisdnTypeId}'
        AND o.external_code = s.msisdn
        AND o.retired_at IS NULL)`;

/**
 * The number is the broker's by its range, as a resource or because a file says so, and never if it is of another
 * broker. It is found as the row of its file, and so is the SIM, so that both can stay out. A number that is in no file
 * has no row: it is found by itself. A second run finds what the first one has written, and writes nothing twice.
 */
const writeStatement = unprepared(
  'write-extra-subscribers-of-move-in',
  { moveInId: 'uuid', imsis: 'text[]', msisdns: 'text[]' },
  `WITH extra AS MATERIALIZED (
    SELECT s.msisdn, n.row, n.legacy_id, i.row AS sim_row, i.legacy_id AS sim_legacy_id
    FROM unnest(:imsis, :msisdns) AS s(imsi, msisdn)
    JOIN move_in m ON m.id = :moveInId AND m.status = 'COMPARING'
    LEFT JOIN LATERAL (${firstRow('numbers', 'msisdn')}
    ) n ON true
    LEFT JOIN LATERAL (${firstRow('sims', 'imsi')}
    ) i ON true
    WHERE (n.row IS NOT NULL OR ${isInRange('=')} OR ${isResource('=')})
      AND NOT ${isInRange('<>')}
      AND NOT ${isResource('<>')}
      AND ${noLineHas('s.msisdn', 's.imsi')}
      AND ${noRowOfLineHas('numbers', 'msisdn', 'numberId')}
      AND ${noRowOfLineHas('sims', 'imsi', 'simId')}
  )
  INSERT INTO move_in_finding (move_in_id, stage, kind, row, code, legacy_id, detail, msisdn)
  SELECT :moveInId, 'compare', 'numbers', coalesce(row, 0), 'extra', legacy_id,
    CASE WHEN row IS NULL THEN 'is in no file, and a subscriber in the register has it'
      ELSE 'is the number of a subscriber in the register, and no line has it' END,
    CASE WHEN row IS NULL THEN msisdn ELSE '' END
  FROM extra
  UNION ALL
  SELECT :moveInId, 'compare', 'sims', sim_row, 'extra', sim_legacy_id,
    'is the SIM of a subscriber in the register, and no line has it', ''
  FROM extra
  WHERE sim_row IS NOT NULL
  ON CONFLICT DO NOTHING`,
);

/** `unable`: the register cannot list. `waiting`: it does not answer. `gone`: another worker has taken over. */
type ListResult = 'listed' | 'unable' | 'waiting' | 'gone';

/**
 * Reads all subscribers of the register, if it can list them, not faster than the move-in says: a page counts as a
 * call. Those with a number of the broker that no line has, neither here nor in the files, are found.
 */
export async function findExtraSubscribers(deps: ExtraDeps, listing: Listing): Promise<ListResult> {
  const { network, log } = deps;
  const { moveInId } = listing;
  if (network.listSubscribers) {
    try {
      return (await writePages(deps, network.listSubscribers(), listing)) ? 'listed' : 'gone';
    } catch (error) {
      if (error instanceof TransientError) return 'waiting';
      if (!(error instanceof PermanentError)) throw error;
      log.info({ err: error, moveInId }, 'the network refuses to list its subscribers');
    }
  }
  log.info({ moveInId }, 'the network cannot list its subscribers; those that no line has are not looked for');
  return 'unable';
}

/** Returns false as soon as another worker has taken over. */
async function writePages(
  { db }: ExtraDeps,
  pages: AsyncIterable<readonly ListedSubscriber[]>,
  { moveInId, callsPerSecond, renew }: Listing,
): Promise<boolean> {
  let startedMs = performance.now();
  if (!(await renew(leaseSeconds))) return false;
  for await (const page of pages) {
    const numbered = page.filter(({ msisdn }) => msisdn !== '');
    const imsis = numbered.map(({ imsi }) => imsi);
    const msisdns = numbered.map(({ msisdn }) => msisdn);
    await db.query(writeStatement, { moveInId, imsis, msisdns });
    const restMs = 1_000 / callsPerSecond - (performance.now() - startedMs);
    if (restMs > 0) await sleep(restMs);
    if (!(await renew(leaseSeconds))) return false;
    startedMs = performance.now();
  }
  return true;
}
