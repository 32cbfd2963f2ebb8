import type { Db } from '@linework/db/db';
import { isExclusionViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import type { FieldError } from '@linework/problem-details/field-error';
import { unprocessableValues } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { type Range, type RangeKind, range } from '@linework/schemas/inventory/ranges/range';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';

const columns = `id, kind, from_code AS "from", to_code AS "to", broker_id AS "brokerId", created_at AS "createdAt"`;

/** The same condition as the constraint `one_broker_per_code`. */
const findOverlappingStatement = statement(
  'find-overlapping-ranges',
  `SELECT ${columns}
   FROM number_range
   WHERE kind = $1 AND length(from_code) = length($2::text)
     AND numrange(from_code::numeric, to_code::numeric, '[]') && numrange($2::text::numeric, $3::text::numeric, '[]')
   ORDER BY from_code
   LIMIT 20`,
);

const insertStatement = statement(
  'create-range',
  `WITH added AS (
    INSERT INTO number_range (id, kind, from_code, to_code, broker_id, key_id) VALUES ($1::uuid, $2, $3, $4, $5::uuid, $6::uuid) RETURNING *
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
    SELECT broker_id, '${eventType('range.created')}', 'range', id, $6::uuid, jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code)
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

/** Assigns a range to a broker. Raises 422 for an unknown broker and for all overlapping ranges, in one problem. */
export async function createRange(db: Db, input: NewRange): Promise<Range> {
  await validateRange(db, input);
  const { keyId, kind, from, to, brokerId } = input;
  try {
    const [row] = await db.savepoint((tx) =>
      tx.query<RecordOf<typeof range>>(insertStatement, [newId(), kind, from, to, brokerId, keyId]),
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
  const overlapping = await db.query<RecordOf<typeof range>>(findOverlappingStatement, [kind, from, to]);
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
