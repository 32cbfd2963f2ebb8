import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { MoveInWhereInput } from '@linework/db/generated/models/MoveIn';
import type { MoveInFindingWhereInput } from '@linework/db/generated/models/MoveInFinding';
import type { MoveInRowWhereInput } from '@linework/db/generated/models/MoveInRow';
import { statement } from '@linework/db/statement';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals, isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import {
  type MoveIn,
  type MoveInBalance,
  type MoveInFinding,
  type MoveInKind,
  type MoveInRow,
  moveInFinding,
  moveInKinds,
  moveInRow,
} from '@linework/schemas/move-ins/move-in';
import type {
  listMoveInFindingsRoute,
  listMoveInRowsRoute,
  listMoveInsRoute,
} from '@linework/schemas/move-ins/move-ins.routes';
import { printRecord } from '@linework/schemas/print-record';
import { findFiles, findMoveIn, type MoveInTarget, printMoveIn } from './move-ins.ts';

type MoveInFilters = ListQuery<typeof listMoveInsRoute>;
type FindingFilters = ListQuery<typeof listMoveInFindingsRoute>;
type RowFilters = ListQuery<typeof listMoveInRowsRoute>;

const moveInFilters: FilterTable<MoveInFilters, MoveInWhereInput> = { status: isOneOf('status') };
const findingFilters: FilterTable<FindingFilters, MoveInFindingWhereInput> = {
  kind: isOneOf('kind'),
  code: isOneOf('code'),
  stage: isOneOf('stage'),
};
const rowFilters: FilterTable<RowFilters, MoveInRowWhereInput> = {
  kind: isOneOf('kind'),
  state: isOneOf('state'),
  legacyId: equals('legacyId'),
};

/** One page of the move-ins that the caller may see. */
export async function listMoveIns(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: MoveInFilters,
): Promise<Page<MoveIn>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, moveInFilters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.moveIn.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.moveIn.count({ where }),
  });
  return { ...page, items: page.items.map(printMoveIn) };
}

/** One page of the findings of a move-in. Raises not-found. */
export async function listFindings(
  db: Pick<Db, 'prisma' | 'query'>,
  target: MoveInTarget,
  filters: FindingFilters,
): Promise<Page<MoveInFinding>> {
  await findMoveIn(db, target);
  const where = { AND: [{ moveInId: target.moveInId }, ...applyFilters(filters, findingFilters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.moveInFinding.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.moveInFinding.count({ where }),
  });
  return {
    ...page,
    items: page.items.map((found) =>
      printRecord(moveInFinding, { ...found, column: found.column || null, msisdn: found.msisdn || null }),
    ),
  };
}

/** One page of the rows of a move-in, each with the id of its record. Raises not-found. */
export async function listRows(
  db: Pick<Db, 'prisma' | 'query'>,
  target: MoveInTarget,
  filters: RowFilters,
): Promise<Page<MoveInRow>> {
  await findMoveIn(db, target);
  const where = { AND: [{ moveInId: target.moveInId }, ...applyFilters(filters, rowFilters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.moveInRow.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.moveInRow.count({ where }),
  });
  return { ...page, items: page.items.map((row) => printRecord(moveInRow, row)) };
}

const balanceStatement = statement(
  'balance-move-in',
  { moveInId: 'uuid' },
  `SELECT kind, state, reason, count(*)::int AS rows, sum((data ->> 'amount')::numeric)::text AS amount,
    sum((data ->> 'used')::numeric)::float8 AS used
  FROM move_in_row
  WHERE move_in_id = :moveInId
  GROUP BY kind, state, reason
  UNION ALL
  SELECT kind, 'left-out', code, count(*)::int, NULL, NULL
  FROM move_in_finding
  WHERE move_in_id = :moveInId AND code = 'unreadable-row'
  GROUP BY kind, code
  ORDER BY kind, state, reason`,
).returns<{ readonly kind: MoveInKind; readonly state: MoveInRow['state']; readonly rows: number }>();

/** The statement to sign. Raises not-found. */
export async function balanceMoveIn(db: Pick<Db, 'query'>, target: MoveInTarget): Promise<MoveInBalance> {
  const { status } = await findMoveIn(db, target);
  const { moveInId } = target;
  const items = await db.query(balanceStatement, { moveInId });
  return {
    moveInId,
    status,
    files: await findFiles(db, moveInId),
    items: items
      .toSorted((one, other) => moveInKinds.indexOf(one.kind) - moveInKinds.indexOf(other.kind))
      .map(({ kind, state, reason, rows, amount, used }) => ({
        kind,
        state,
        ...(reason && { reason }),
        rows,
        ...(amount !== null && { amount }),
        ...(used !== null && { used }),
      })),
  };
}
