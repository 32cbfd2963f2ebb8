import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type CausedValue, type CauseQuestion, readCauses, readNow } from '@linework/events/read-causes';
import { findFormerDetails } from '@linework/holders/holder-history';
import type { ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import {
  type LineAtInstant,
  lineAtInstant,
  type listNumberHistoryRoute,
  type NumberPeriod,
  numberPeriod,
} from '@linework/schemas/lines/line-history';
import { printRecord } from '@linework/schemas/print-record';
import { lineNotFound } from './find-line.ts';

/** An allocation that a line had at an instant, or its first one if the line was created a moment before that. */
const codeAtInstant = (typeId: string) => `(
    SELECT r.external_code
    FROM allocation a JOIN resource r ON r.id = a.resource_id
    WHERE a.line_id = :lineId AND r.type_id = '${typeId}'
      AND (a.held_to IS NULL OR a.held_to > :at)
      AND (a.held_from <= :at OR NOT EXISTS (
        SELECT
        FROM allocation b JOIN resource s ON s.id = b.resource_id
        WHERE b.line_id = :lineId AND s.type_id = '${typeId}' AND b.held_from < a.held_from))
    ORDER BY a.held_from DESC
    LIMIT 1)`;

const atInstantStatement = statement(
  'read-line-at-instant',
  { lineId: 'uuid', at: 'timestamptz' },
  `SELECT ${codeAtInstant(msisdnTypeId)} AS msisdn, ${codeAtInstant(simTypeId)} AS iccid, (
     SELECT subscription_id
     FROM subscription_line
     WHERE line_id = :lineId AND joined_at <= :at AND (left_at IS NULL OR left_at > :at)
     ORDER BY joined_at DESC
     LIMIT 1) AS "subscriptionId", (
     SELECT holder_id
     FROM former_line_holder
     WHERE line_id = :lineId AND held_to > :at
     ORDER BY held_to
     LIMIT 1) AS "formerHolderId"`,
);

const valuesOfLine = ['status', 'holder', 'msisdn', 'iccId', 'subscriptionId'] as const;

/**
 * The line as it was at an instant, with the cause of each value. A number or SIM that is not in the inventory, or that
 * its holder has kept, is the last one of the line. Raises not-found, also for an instant before the line existed.
 */
export async function findLineAt(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, lineId, ...query }: { readonly caller: Caller; readonly lineId: string; readonly at?: Date | undefined },
): Promise<LineAtInstant> {
  const at = query.at ?? (await readNow(db));
  const line = await db.prisma.line.findFirst({
    where: { id: lineId, ...visibleTo(caller) },
    include: { holder: true },
  });
  if (!line) throw lineNotFound(lineId);
  const [[past], causeOf] = await Promise.all([
    db.query(atInstantStatement, { lineId, at }),
    readCauses(
      db,
      caller,
      valuesOfLine.map((value) => ({ recordId: lineId, value, instant: at })),
    ),
  ]);
  const status = causeOf({ recordId: lineId, value: 'status', instant: at });
  if (!status?.status) throw notFound(`The line ${lineId} is known since ${line.createdAt.toISOString()}.`);
  const { subscriptionId = null, formerHolderId = null, msisdn, iccid } = past ?? {};
  const holder = formerHolderId
    ? await db.prisma.holder.findUniqueOrThrow({ where: { id: formerHolderId } })
    : line.holder;
  const formerDetails = await findFormerDetails(db, { holderId: holder.id, at });
  const causeIf = (value: CausedValue, isShown = true) => {
    const found = isShown ? causeOf({ recordId: lineId, value, instant: at }) : undefined;
    return found && { [value]: found.cause };
  };
  const values = printRecord(lineAtInstant.omit({ causes: true }), {
    ...line,
    holder: { ...holder, ...formerDetails },
    at: query.at,
    status: status.status,
    msisdn: msisdn ?? line.msisdn,
    iccId: iccid ?? line.iccid,
    subscriptionId,
    activatedAt: upTo(at, line.activatedAt),
    terminatedAt: upTo(at, line.terminatedAt),
  });
  return {
    ...values,
    causes: {
      status: status.cause,
      ...causeIf('holder'),
      ...causeIf('msisdn'),
      ...causeIf('iccId'),
      ...causeIf('subscriptionId', subscriptionId !== null),
    },
  };
}

const upTo = (at: Date, time: Date | null) => (time !== null && time <= at ? time : null);

type HistoryQuery = ListQuery<typeof listNumberHistoryRoute> & { readonly caller: Caller; readonly msisdn: string };

/**
 * Lists one page of the periods in which holders that the caller sees had a number. Raises not-found if there is none.
 */
export async function listNumberHistory(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, msisdn, at, ...query }: HistoryQuery,
): Promise<Page<NumberPeriod>> {
  const everSeen = { ...visibleTo(caller), resource: { externalCode: msisdn, typeId: msisdnTypeId } };
  const ofNumber = {
    ...everSeen,
    ...(at && { heldFrom: { lte: at }, OR: [{ heldTo: null }, { heldTo: { gt: at } }] }),
  };
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.allocation.findMany({
        where: { AND: [ofNumber, where] },
        orderBy: [...orderBy],
        skip,
        take,
        include: { holder: true },
      }),
    count: () => db.prisma.allocation.count({ where: ofNumber }),
  });
  if (page.items.length === 0 && !(await db.prisma.allocation.findFirst({ where: everSeen })))
    throw notFound('No holder ever had this number.');
  const began = ({ resourceId, heldFrom }: PeriodRow): CauseQuestion => ({
    recordId: resourceId,
    value: 'began',
    instant: heldFrom,
  });
  const ended = ({ resourceId, heldTo }: PeriodRow): readonly CauseQuestion[] =>
    heldTo ? [{ recordId: resourceId, value: 'ended', instant: heldTo }] : [];
  const causeOf = await readCauses(
    db,
    caller,
    page.items.flatMap((row) => [began(row), ...ended(row)]),
  );
  return {
    ...page,
    items: page.items.map((row) => {
      const end = ended(row).map(causeOf)[0]?.cause;
      const beginning = causeOf(began(row))?.cause;
      return {
        ...printRecord(periodAlone, row),
        ...(beginning && { began: beginning }),
        ...(end && { ended: end }),
      };
    }),
  };
}

const periodAlone = numberPeriod.omit({ began: true, ended: true });

interface PeriodRow {
  readonly resourceId: string;
  readonly heldFrom: Date;
  readonly heldTo: Date | null;
}
