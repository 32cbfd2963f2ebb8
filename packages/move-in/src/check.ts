import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import { checkContracts, findBy, isAdopted } from './check-contracts.ts';
import { columnsByKind } from './columns.ts';

const limits = { timeoutMs: 600_000 };
const ofColumn = { moveInId: 'uuid', kind: 'text', column: 'text' } as const;

/** A finding of the check about each row `r` of a relation. */
const insertFinding = (code: string, detail: string, column = ':column') => `
  INSERT INTO move_in_finding (move_in_id, stage, kind, row, "column", code, legacy_id, detail)
  SELECT r.move_in_id, 'check', r.kind, r.row, ${column}, '${code}', r.legacy_id, ${detail}`;

const once = 'ON CONFLICT DO NOTHING';

const forgetStatement = unprepared(
  'forget-move-in-check',
  { moveInId: 'uuid' },
  `WITH rows_again AS (
    UPDATE move_in_row
    SET state = 'read', reason = NULL, compared_at = NULL
    WHERE move_in_id = :moveInId AND (state = 'left-out' OR compared_at IS NOT NULL)
  ), list_again AS (
    UPDATE move_in
    SET register_listed_at = NULL
    WHERE id = :moveInId AND register_listed_at IS NOT NULL
  )
  DELETE FROM move_in_finding
  WHERE move_in_id = :moveInId AND stage <> 'upload'`,
  limits,
);

/** Nobody can tell which of them is right, so each of them is found. */
const duplicatesStatement = unprepared(
  'find-duplicates-in-move-in',
  ofColumn,
  `${insertFinding('duplicate-in-file', "'is also in row ' || CASE WHEN r.row = r.first THEN r.last ELSE r.first END")}
  FROM (
    SELECT move_in_id, kind, row, legacy_id, min(row) OVER same AS first, max(row) OVER same AS last
    FROM move_in_row
    WHERE move_in_id = :moveInId AND kind = :kind AND data ->> :column IS NOT NULL
    WINDOW same AS (PARTITION BY data ->> :column)
  ) r
  WHERE r.first < r.last
  ${once}`,
  limits,
);

/** The row may be in this move-in, or may have been adopted by an earlier one. */
const referencesStatement = unprepared(
  'find-unknown-references-of-move-in',
  { ...ofColumn, target: 'text' },
  `${insertFinding('unknown-reference', "'names no row of ' || :target")}
  FROM move_in_row r
  WHERE r.move_in_id = :moveInId
    AND r.kind = :kind
    AND r.data ->> :column IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM move_in_row t
      WHERE t.move_in_id = :moveInId AND t.kind = :target AND t.legacy_id = r.data ->> :column)
    AND NOT EXISTS (
      SELECT
      FROM move_in_row t
      WHERE t.broker_id = r.broker_id AND t.kind = :target AND t.legacy_id = r.data ->> :column
        AND t.state = 'adopted')
  ${once}`,
  limits,
);

const adoptedStatement = unprepared(
  'find-adopted-rows-of-move-in',
  { moveInId: 'uuid' },
  `${insertFinding('already-adopted', "'was adopted before; nothing is written again'", "'legacyId'")}
  FROM move_in_row r
  WHERE r.move_in_id = :moveInId AND r.state <> 'adopted' AND ${isAdopted('r')}
  ${once}`,
  limits,
);

const rangesStatement = unprepared(
  'find-codes-outside-ranges',
  { ...ofColumn, range: 'text' },
  `${insertFinding('outside-ranges', "'is not in a range of the broker'")}
  FROM move_in_row r
  WHERE r.move_in_id = :moveInId
    AND r.kind = :kind
    AND r.data ->> :column IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM number_range n
      WHERE n.broker_id = r.broker_id
        AND n.kind = :range
        AND length(n.from_code) = length(r.data ->> :column)
        AND r.data ->> :column COLLATE "C" BETWEEN n.from_code AND n.to_code)
  ${once}`,
  limits,
);

const missingTimeStatement = findBy('find-lines-without-activation', {
  kind: 'lines',
  code: 'missing-value',
  column: 'activatedAt',
  detail: 'is missing: the line was active',
  where: `r.data ->> 'status' IN ('ACTIVE', 'BLOCKED')
      AND NOT r.data ? 'activatedAt'`,
});

const idleBlocksStatement = findBy('find-blocks-of-idle-lines', {
  kind: 'blocks',
  code: 'invalid-value',
  column: 'lineId',
  detail: 'names a line that was never active',
  joins: "JOIN move_in_row l ON l.move_in_id = r.move_in_id AND l.kind = 'lines' AND l.legacy_id = r.parent",
  where: "l.data ->> 'status' = 'STAND_BY'",
});

const poolStatements = (['numbers', 'sims'] as const).map((kind) =>
  findBy(`find-unknown-pools-of-${kind}`, {
    kind,
    code: 'unknown-reference',
    column: 'pool',
    detail: 'names no pool of the broker for its kind',
    where: `r.data ? 'pool'
      AND NOT EXISTS (
        SELECT
        FROM pool p JOIN resource_type t ON t.id = p.type_id
        WHERE p.broker_id = r.broker_id AND p.name = r.data ->> 'pool'
          AND t.code = '${kind === 'sims' ? 'SIM' : 'MSISDN'}')`,
  }),
);

/** Other records with the same value, of this broker or, for numbers and SIMs, of any. */
const others: readonly (readonly [kind: MoveInKind, column: string, exists: string])[] = [
  [
    'holders',
    'federalTaxId',
    "SELECT FROM holder WHERE broker_id = r.broker_id AND federal_tax_id = r.data ->> 'federalTaxId'",
  ],
  ['holders', 'legacyId', 'SELECT FROM holder WHERE broker_id = r.broker_id AND external_code = r.legacy_id'],
  ['lines', 'legacyId', 'SELECT FROM line WHERE broker_id = r.broker_id AND external_code = r.legacy_id'],
  ['numbers', 'msisdn', "SELECT FROM line WHERE msisdn = r.data ->> 'msisdn' AND terminated_at IS NULL"],
  [
    'numbers',
    'msisdn',
    `SELECT
    FROM resource o JOIN resource_type t ON t.id = o.type_id
    WHERE o.external_code = r.data ->> 'msisdn' AND o.retired_at IS NULL AND t.code = 'MSISDN'`,
  ],
  ['sims', 'iccid', "SELECT FROM line WHERE iccid = r.data ->> 'iccid' AND terminated_at IS NULL"],
  [
    'sims',
    'iccid',
    `SELECT
    FROM resource o JOIN resource_type t ON t.id = o.type_id
    WHERE o.external_code = r.data ->> 'iccid' AND o.retired_at IS NULL AND t.code = 'SIM'`,
  ],
  ['sims', 'imsi', "SELECT FROM resource o WHERE o.imsi = r.data ->> 'imsi'"],
  ['sims', 'imsi', "SELECT FROM line WHERE imsi = r.data ->> 'imsi' AND terminated_at IS NULL"],
];

const takenStatements = others.map(([kind, column, exists], at) =>
  findBy(`find-taken-values-${at}-of-move-in`, {
    kind,
    code: 'taken',
    column,
    detail: 'belongs to another record already',
    where: `r.data ->> '${column}' IS NOT NULL
      AND EXISTS (${exists})
      AND NOT ${isAdopted('r')}`,
  }),
);

const ranges = [
  ['numbers', 'msisdn', 'MSISDN'],
  ['sims', 'iccid', 'ICCID'],
  ['sims', 'imsi', 'IMSI'],
] as const;

/**
 * Finds what is wrong with the rows of a move-in and between them, all at once. It begins anew each time, so that a
 * check that was killed can be repeated. Returns false as soon as `isOurs` says that another worker has taken over.
 */
export async function checkMoveIn(
  db: Pick<Db, 'query'>,
  moveInId: string,
  isOurs: () => Promise<boolean>,
): Promise<boolean> {
  for (const step of listChecks(db, moveInId)) {
    if (!(await isOurs())) return false;
    await step();
  }
  return true;
}

function* listChecks(db: Pick<Db, 'query'>, moveInId: string): Generator<() => Promise<unknown>> {
  yield () => db.query(forgetStatement, { moveInId });
  for (const [name, columns] of Object.entries(columnsByKind)) {
    const kind = name as MoveInKind;
    for (const [column, { isUnique, refersTo }] of Object.entries(columns)) {
      if (isUnique) yield () => db.query(duplicatesStatement, { moveInId, kind, column });
      if (refersTo) yield () => db.query(referencesStatement, { moveInId, kind, column, target: refersTo });
    }
  }
  for (const [kind, column, range] of ranges) yield () => db.query(rangesStatement, { moveInId, kind, column, range });
  for (const each of [
    adoptedStatement,
    missingTimeStatement,
    idleBlocksStatement,
    ...poolStatements,
    ...takenStatements,
  ])
    yield () => db.query(each, { moveInId });
  yield () => checkContracts(db, moveInId);
}
