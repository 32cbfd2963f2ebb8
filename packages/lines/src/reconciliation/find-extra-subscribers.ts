import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import type { Log } from '@linework/log/log';
import type { SubscriberState } from '@linework/schemas/drifts/drift';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { v7 as newId } from 'uuid';
import type { ReadableNetwork } from '../model/compare-subscriber.ts';
import type { ListedSubscriber, NetworkSubscriber } from '../model/systems.ts';
import { goneStatement, isSame, markOurs, openStatement, seenStatement } from './record-differences.ts';

interface ExtraDeps {
  readonly db: Db;
  readonly network: ReadableNetwork;
  readonly log: Pick<Log, 'info'>;
  readonly settings: { readonly roundMs: number; readonly secondLookMs: number };
  /** Waits for the time of the next call to the register. */
  readonly pace: () => Promise<void>;
}

/** Whether the register is to be listed, or a subscriber to be read again, in SQL. */
export const anySubscriberIsToBeChecked = `register_due_at <= now() AND EXISTS (SELECT FROM line)
    OR EXISTS (SELECT FROM subscriber_check WHERE due_at <= now())`;

/** A worker that was killed while it read the list or a subscriber is replaced after this time. */
const lease = "interval '2 minutes'";

const claimListStatement = statement(
  'claim-list-of-register',
  `UPDATE reconciliation SET register_due_at = now() + ${lease} WHERE register_due_at <= now() RETURNING id`,
);

const endListStatement = statement(
  'end-list-of-register',
  { roundMs: 'float8', hasListed: 'boolean' },
  `UPDATE reconciliation
  SET register_due_at = now() + :roundMs * interval '1 ms',
    register_listed_at = CASE WHEN :hasListed THEN now() END`,
);

/** A line that is being made has its number already, and a line with the SIM has a drift of its own. */
export const noLineHas = (msisdn: string, imsi: string) => `NOT EXISTS (
      SELECT FROM line l WHERE l.msisdn = ${msisdn} AND l.terminated_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM line l WHERE l.imsi = ${imsi} AND l.terminated_at IS NULL)`;

const suspectStatement = unprepared(
  'suspect-subscribers-without-line',
  { imsis: 'text[]', msisdns: 'text[]', secondLookMs: 'float8' },
  `WITH renewed AS (
    UPDATE reconciliation SET register_due_at = now() + ${lease}
  )
  INSERT INTO subscriber_check (resource_id, broker_id, imsi, due_at)
  SELECT r.id, r.broker_id, s.imsi, now() + :secondLookMs * interval '1 ms'
  FROM unnest(:imsis, :msisdns) AS s(imsi, msisdn)
  JOIN resource r ON r.external_code = s.msisdn AND r.type_id = '${msisdnTypeId}' AND r.retired_at IS NULL
  WHERE ${noLineHas('s.msisdn', 's.imsi')}
  ON CONFLICT DO NOTHING`,
);

const claimStatement = statement(
  'claim-subscribers-to-check',
  { limit: 'int' },
  `WITH due AS MATERIALIZED (
    SELECT resource_id
    FROM subscriber_check
    WHERE due_at <= now()
    ORDER BY due_at
    LIMIT :limit
    FOR UPDATE SKIP LOCKED
  )
  UPDATE subscriber_check c
  SET due_at = now() + ${lease}
  FROM due
  JOIN resource r ON r.id = due.resource_id
  WHERE c.resource_id = due.resource_id
  RETURNING c.resource_id AS "resourceId", c.broker_id AS "brokerId", c.imsi, c.first_seen_at AS "firstSeenAt",
    r.external_code AS msisdn, r.retired_at IS NULL AS "isKept"`,
).returns<{ readonly isKept: boolean }>();

const currentStatement = statement(
  'find-current-drift-of-number',
  { resourceId: 'uuid', msisdn: 'text', imsi: 'text' },
  `SELECT d.id, d.expected, d.found, d.is_ours AS "isOurs", ${noLineHas(':msisdn', ':imsi')} AS "isFree"
  FROM subscriber_check c
  LEFT JOIN drift d ON d.resource_id = c.resource_id AND d.status IN ('OPEN', 'ACCEPTED')
  WHERE c.resource_id = :resourceId
  FOR UPDATE OF c`,
).returns<{
  readonly id: string | null;
  readonly expected: SubscriberState;
  readonly found: SubscriberState;
  readonly isOurs: boolean;
  readonly isFree: boolean;
}>();

const keepStatement = statement(
  'read-subscriber-again-later',
  { resourceId: 'uuid', roundMs: 'float8' },
  `UPDATE subscriber_check SET due_at = now() + :roundMs * interval '1 ms' WHERE resource_id = :resourceId`,
);

const forgetStatement = statement(
  'forget-subscriber-to-check',
  { resourceId: 'uuid' },
  'DELETE FROM subscriber_check WHERE resource_id = :resourceId',
);

const subscribersAtOnce = 20;

/**
 * Reads all subscribers of the register once in a round, if it can list them. One with a number of ours that no line
 * has, and that is still there when it is read again, is a drift. Nothing repairs it: it is accepted, gets a line, or
 * is removed by whoever runs the register. A register that does not answer is asked again later.
 */
export async function findExtraSubscribers(deps: ExtraDeps): Promise<void> {
  try {
    await listRegister(deps);
    await readAgain(deps);
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
    deps.log.info({ err: error }, 'the network does not list its subscribers; it is asked again later');
  }
}

async function listRegister({ db, network, log, settings, pace }: ExtraDeps): Promise<void> {
  const [claimed] = await db.query(claimListStatement);
  if (!claimed) return;
  const { roundMs, secondLookMs } = settings;
  const suspect = async (page: readonly ListedSubscriber[]) => {
    const numbered = page.filter(({ msisdn }) => msisdn !== '');
    const [imsis, msisdns] = [numbered.map(({ imsi }) => imsi), numbered.map(({ msisdn }) => msisdn)];
    await db.query(suspectStatement, { imsis, msisdns, secondLookMs });
  };
  let hasListed = network.listSubscribers !== undefined;
  try {
    // A page counts as a call.
    if (hasListed) await pace();
    let isFirst = true;
    for await (const page of network.listSubscribers?.() ?? []) {
      if (!isFirst) await pace();
      isFirst = false;
      await suspect(page);
    }
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    log.info({ err: error }, 'the network refuses to list its subscribers; it is asked again in the next round');
    hasListed = false;
  }
  await db.query(endListStatement, { roundMs, hasListed });
}

interface SuspectedSubscriber extends ListedSubscriber {
  readonly resourceId: string;
  readonly brokerId: string;
  readonly firstSeenAt: Date;
  readonly isKept: boolean;
}

/** A few of them in each run, so that the lines have their turn. */
async function readAgain({ db, network, settings, pace }: ExtraDeps): Promise<void> {
  for (const suspected of await db.query(claimStatement, { limit: subscribersAtOnce })) {
    await pace();
    try {
      const found = await network.findSubscriber(suspected.imsi);
      await recordSubscriber(db, { suspected, found, roundMs: settings.roundMs });
    } catch (error) {
      if (!(error instanceof PermanentError)) throw error;
      // One that cannot be read holds up no other.
      await db.query(keepStatement, { resourceId: suspected.resourceId, roundMs: settings.roundMs });
    }
  }
}

interface ReadSubscriber {
  readonly suspected: SuspectedSubscriber;
  readonly found: NetworkSubscriber | undefined;
  readonly roundMs: number;
}

async function recordSubscriber(db: Db, { suspected, found, roundMs }: ReadSubscriber): Promise<void> {
  const { resourceId, brokerId, imsi, msisdn, firstSeenAt, isKept } = suspected;
  await db.transaction(async (tx) => {
    const [current] = await tx.query(currentStatement, { resourceId, msisdn, imsi });
    if (!current) return;
    const isExtra = isKept && current.isFree && found?.msisdn === msisdn;
    const { serviceState } = found ?? {};
    const [difference] = isExtra
      ? await markOurs(tx, brokerId, [{ kind: 'extra', expected: {}, found: { imsi, msisdn, serviceState } }])
      : [];
    const isSeen = current.id !== null && difference !== undefined && isSame(current, difference);
    if (current.id !== null && isSeen) await tx.query(seenStatement, { ids: [current.id] });
    else if (current.id !== null) await tx.query(goneStatement, { ids: [current.id] });
    if (difference === undefined) return void (await tx.query(forgetStatement, { resourceId }));
    if (!isSeen)
      await tx.query(openStatement, { id: newId(), brokerId, lineId: null, resourceId, ...difference, firstSeenAt });
    await tx.query(keepStatement, { resourceId, roundMs });
  });
}
