import type { Db } from '@linework/db/db';
import { isExclusionViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import type { FieldError } from '@linework/problem-details/field-error';
import { conflict, unprocessableValues } from '@linework/problem-details/make-problem';
import type { RangeClaim } from '@linework/schemas/inventory/range-registry/range-registry.routes';
import { type Range, type RangeKind, range } from '@linework/schemas/inventory/ranges/range';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';

const columns = `id, kind, from_code AS "from", to_code AS "to", broker_id AS "brokerId", created_at AS "createdAt"`;

/** The same condition as the constraint `one_broker_per_code`. */
const findOverlappingStatement = statement(
  'find-overlapping-ranges',
  { kind: 'text', from: 'text', to: 'text' },
  `SELECT ${columns}
   FROM number_range
   WHERE kind = :kind AND length(from_code) = length(:from)
     AND numrange(from_code::numeric, to_code::numeric, '[]') && numrange(:from::numeric, :to::numeric, '[]')
   ORDER BY from_code
   LIMIT 20`,
);

const insertStatement = statement(
  'create-range',
  { id: 'uuid', kind: 'text', from: 'text', to: 'text', brokerId: 'uuid', keyId: 'uuid' },
  `WITH added AS (
    INSERT INTO number_range (id, kind, from_code, to_code, broker_id, key_id)
    VALUES (:id, :kind, :from, :to, :brokerId, :keyId)
    RETURNING *
  ), emitted AS (
    ${insertEvent('range.created', {
      key: ':keyId',
      details: "jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code)",
    })}
    FROM added
  )
  SELECT ${columns} FROM added`,
);

export interface NewRange {
  /** The API key of the request. */
  readonly keyId: string;
  readonly kind: RangeKind;
  /** Both ends are inclusive. */
  readonly from: string;
  readonly to: string;
  readonly brokerId: string;
}

/** Registers the range in the registry of all cells. Returns false if another broker has a part of it. */
type Register = (claim: RangeClaim) => Promise<boolean>;

/**
 * Assigns a range to a broker, after the registry has it, if there is one. Raises 422 for an unknown broker and for all
 * overlapping ranges, in one problem, and conflict if the registry has it for another broker.
 */
export async function createRange(db: Db, input: NewRange, register?: Register): Promise<Range> {
  await validateRange(db, input);
  const { keyId: _, ...claim } = input;
  if (register && !(await register(claim)))
    throw conflict('Another broker has registered a part of this range.', { code: 'range-registered' });
  const { keyId, kind, from, to, brokerId } = input;
  try {
    const [row] = await db.savepoint((tx) =>
      tx.query(insertStatement, { id: newId(), kind, from, to, brokerId, keyId }),
    );
    return printRecord(range, row as RecordOf<typeof range>);
  } catch (error) {
    // A concurrent request has assigned an overlapping range.
    if (isExclusionViolation(error, 'one_broker_per_code')) await validateRange(db, input);
    throw error;
  }
}

async function validateRange(db: Db, { kind, from, to, brokerId }: NewRange): Promise<void> {
  const broker = await db.prisma.broker.findFirst({ where: { id: brokerId }, select: { id: true } });
  const overlapping = await db.query(findOverlappingStatement, { kind, from, to });
  const errors: readonly FieldError[] = [
    ...(broker ? [] : [{ detail: `There is no broker ${brokerId}.`, pointer: '/brokerId' }]),
    ...overlapping.map((other) => ({
      detail: `The range overlaps with the range ${other.id} from ${other.from} to ${other.to}.`,
      pointer: '/from',
    })),
  ];
  if (errors.length === 0) return;
  const ranges = { ...(overlapping.length > 0 && { ranges: overlapping.map((record) => printRecord(range, record)) }) };
  throw unprocessableValues(errors, { code: broker ? 'range-overlaps' : 'unknown-broker', ...ranges });
}
