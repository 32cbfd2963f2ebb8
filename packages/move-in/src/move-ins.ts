import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents, writeEvent } from '@linework/events/insert-event';
import { findPoolToFill } from '@linework/inventory/pools/find-pool-to-fill';
import type { RequestOf } from '@linework/lifecycle/define-lifecycle';
import {
  conflict,
  invalidStatusTransition,
  notFound,
  unprocessableRequest,
} from '@linework/problem-details/make-problem';
import { moveInStatusEvents } from '@linework/schemas/events';
import { type MoveInStatus, moveInLifecycle } from '@linework/schemas/lifecycles/move-in.lifecycle';
import { type FindingCode, findingCodes, type MoveInChoice } from '@linework/schemas/move-ins/finding-codes';
import {
  type MoveIn,
  type MoveInDetails,
  type MoveInKind,
  type MoveInMapping,
  moveIn,
  moveInKinds,
} from '@linework/schemas/move-ins/move-in';
import { printRecord } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';

export interface MoveInTarget {
  readonly caller: Caller;
  readonly moveInId: string;
}

export type Mappings = { readonly [Kind in MoveInKind]?: MoveInMapping | undefined };

export interface NewMoveIn {
  readonly caller: Caller;
  readonly name?: string | undefined;
  readonly numberPoolId: string;
  readonly simPoolId: string;
  readonly callsPerSecond: number;
  readonly mappings?: Mappings | undefined;
}

const moveInNotFound = (moveInId: string) => notFound(`There is no move-in ${moveInId}.`);

/**
 * Opens a move-in. Without mappings it has those of the broker's last one. Raises not-found for an unknown pool, and
 * pool-does-not-fit.
 */
export async function createMoveIn(db: Db, { caller, mappings, ...input }: NewMoveIn): Promise<MoveInDetails> {
  return db.transaction(async (tx) => {
    const numberPool = await findPoolToFill(tx, { caller, poolId: input.numberPoolId });
    const simPool = await findPoolToFill(tx, { caller, poolId: input.simPoolId });
    const { brokerId } = numberPool;
    if (numberPool.typeCode !== 'MSISDN' || simPool.typeCode !== 'SIM' || simPool.brokerId !== brokerId)
      throw conflict('The pools must be one of numbers and one of SIMs, of one broker.', { code: 'pool-does-not-fit' });
    const last = mappings
      ? undefined
      : await tx.prisma.moveIn.findFirst({ where: { brokerId }, orderBy: { createdAt: 'desc' } });
    const { id } = await tx.prisma.moveIn.create({
      data: {
        ...input,
        name: input.name ?? null,
        id: newId(),
        brokerId,
        keyId: caller.keyId,
        mappings: (mappings ?? last?.mappings ?? {}) as object,
      },
    });
    await writeEvent(tx, { type: 'move_in.created', id, brokerId, to: 'OPEN', keyId: caller.keyId });
    return findMoveIn(tx, { caller, moveInId: id });
  });
}

/** The members that every reader sees. */
export const printMoveIn = (record: Parameters<typeof printRecord<typeof moveIn>>[1]): MoveIn =>
  printRecord(moveIn, record);

const findStatement = statement(
  'find-move-in',
  { moveInId: 'uuid', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId", status, name, number_pool_id AS "numberPoolId", sim_pool_id AS "simPoolId",
    calls_per_second AS "callsPerSecond", mappings, register_listed_at AS "registerListedAt",
    row_count AS rows, compared_count AS compared, adopted_count AS adopted, left_out_count AS "leftOut",
    created_at AS "createdAt", updated_at AS "updatedAt"
  FROM move_in
  WHERE id = :moveInId AND (:brokerId IS NULL OR broker_id = :brokerId)`,
).returns<{ readonly mappings: Mappings }>();

const filesStatement = statement(
  'find-move-in-files',
  { moveInId: 'uuid' },
  `SELECT kind, digest, bytes::float8 AS bytes, rows,
    (SELECT count(*)::int
     FROM move_in_finding f
     WHERE f.move_in_id = m.move_in_id AND f.kind = m.kind AND f.stage = 'upload') AS faults
  FROM move_in_file m
  WHERE move_in_id = :moveInId AND digest IS NOT NULL`,
).returns<{ readonly kind: MoveInKind; readonly digest: string; readonly bytes: number; readonly faults: number }>();

const findingsStatement = statement(
  'count-move-in-findings',
  { moveInId: 'uuid' },
  `SELECT f.code, f.count, d.decision, d.reason
  FROM (
    SELECT code, count(*)::int AS count
    FROM move_in_finding
    WHERE move_in_id = :moveInId
    GROUP BY code
  ) f
  LEFT JOIN move_in_decision d ON d.move_in_id = :moveInId AND d.code = f.code
  ORDER BY f.code`,
).returns<{ readonly code: FindingCode; readonly count: number; readonly decision: MoveInChoice | null }>();

/** The files of a move-in that have come whole, in the order of their kinds. */
export async function findFiles(db: Pick<Db, 'query'>, moveInId: string) {
  const files = await db.query(filesStatement, { moveInId });
  return files.toSorted((one, other) => moveInKinds.indexOf(one.kind) - moveInKinds.indexOf(other.kind));
}

/** A move-in with what is known about it. Raises not-found. */
export async function findMoveIn(db: Pick<Db, 'query'>, { caller, moveInId }: MoveInTarget): Promise<MoveInDetails> {
  const [found] = await db.query(findStatement, { moveInId, brokerId: caller.brokerId });
  if (!found) throw moveInNotFound(moveInId);
  const files = await findFiles(db, moveInId);
  const findings = await db.query(findingsStatement, { moveInId });
  return {
    ...printMoveIn(found),
    mappings: found.mappings,
    files,
    findings: findings.map(({ code, count, decision, reason }) => ({
      code,
      text: findingCodes[code].text,
      count,
      choices: [...findingCodes[code].choices],
      ...(decision && { decision }),
      ...(reason && { reason }),
    })),
    progress: {
      rows: found.rows,
      compared: found.compared,
      adopted: found.adopted,
      leftOut: found.leftOut,
      ...(found.registerListedAt && { registerListedAt: found.registerListedAt.toISOString() }),
    },
  };
}

const lockStatement = statement(
  'lock-move-in',
  { moveInId: 'uuid', brokerId: 'uuid?' },
  `SELECT status, broker_id AS "brokerId", sim_pool_id AS "simPoolId", mappings
  FROM move_in
  WHERE id = :moveInId AND (:brokerId IS NULL OR broker_id = :brokerId)
  FOR NO KEY UPDATE`,
).returns<{ readonly status: MoveInStatus; readonly mappings: Mappings }>();

interface Wanted {
  readonly request: string;
  readonly sources: readonly MoveInStatus[];
}

/** Locks a move-in that a request wants to change. Raises not-found and invalid-status-transition. */
export async function lockMoveIn(
  tx: Pick<Db, 'query'>,
  { caller, moveInId }: MoveInTarget,
  { request, sources }: Wanted,
) {
  const [locked] = await tx.query(lockStatement, { moveInId, brokerId: caller.brokerId });
  if (!locked) throw moveInNotFound(moveInId);
  if (sources.includes(locked.status)) return locked;
  throw invalidStatusTransition({
    resource: { type: 'move-in', id: moveInId },
    currentStatus: locked.status,
    requested: request,
    allowed: moveInLifecycle.getRequests(locked.status),
  });
}

const moveStatement = statement(
  'move-move-in',
  { moveInId: 'uuid', from: 'text', to: 'text', event: 'text', keyId: 'uuid?', job: 'text?' },
  `WITH moved AS (
    UPDATE move_in
    SET status = :to, updated_at = now(), left_out_at = CASE WHEN :to = 'ADOPTED' THEN left_out_at END,
      undo_kind = '', undo_row = 0
    WHERE id = :moveInId AND status = :from
    RETURNING id, broker_id
  )
  ${insertEvents('move-in', { type: ':event', from: ':from', to: ':to', key: ':keyId', job: ':job' })}
  FROM moved
  RETURNING resource_id`,
);

interface Move {
  readonly from: MoveInStatus;
  readonly to: MoveInStatus;
  /** Who asked; absent where the job moves it. */
  readonly keyId?: string;
}

/** Moves a move-in with its event; says whether it had the status. */
export async function moveMoveIn(tx: Pick<Db, 'query'>, moveInId: string, { from, to, keyId }: Move): Promise<boolean> {
  const job = keyId === undefined ? 'advance-move-ins' : null;
  const moved = await tx.query(moveStatement, {
    moveInId,
    from,
    to,
    event: moveInStatusEvents[to],
    keyId: keyId ?? null,
    job,
  });
  return moved.length > 0;
}

export type MoveInRequest = RequestOf<typeof moveInLifecycle>;

const incompleteStatement = statement(
  'find-incomplete-move-in-files',
  { moveInId: 'uuid' },
  'SELECT kind FROM move_in_file WHERE move_in_id = :moveInId AND digest IS NULL',
);

/**
 * Asks for a stage; a worker does the work. Raises not-found, invalid-status-transition, file-incomplete where an
 * upload broke off, and undecided-findings where something was found that nobody has decided about.
 */
export async function requestStage(db: Db, target: MoveInTarget, request: MoveInRequest): Promise<MoveInDetails> {
  const { caller, moveInId } = target;
  const sources = moveInLifecycle.getSources(request);
  return db.transaction(async (tx) => {
    const { status } = await lockMoveIn(tx, target, { request, sources });
    const incomplete = await tx.query(incompleteStatement, { moveInId });
    if (incomplete.length > 0) {
      const kinds = incomplete.map(({ kind }) => kind);
      throw conflict(`The upload of ${kinds.join(', ')} broke off.`, { code: 'file-incomplete', kinds });
    }
    if (request === 'adopt') await rejectUndecided(tx, moveInId);
    const to = moveInLifecycle.getTarget(request, status);
    if (to) await moveMoveIn(tx, moveInId, { from: status, to, keyId: caller.keyId });
    return findMoveIn(tx, target);
  });
}

async function rejectUndecided(tx: Pick<Db, 'query'>, moveInId: string): Promise<void> {
  const findings = await tx.query(findingsStatement, { moveInId });
  const codes = findings.filter(({ decision }) => decision === null).map(({ code }) => code);
  if (codes.length > 0)
    throw conflict(`Nobody has decided about ${codes.join(', ')}.`, { code: 'undecided-findings', codes });
}

const decideStatement = statement(
  'decide-move-in',
  { moveInId: 'uuid', code: 'text', decision: 'text', reason: 'text', keyId: 'uuid' },
  `INSERT INTO move_in_decision (move_in_id, code, decision, reason, key_id)
  VALUES (:moveInId, :code, :decision, :reason, :keyId)
  ON CONFLICT (move_in_id, code) DO UPDATE
    SET decision = :decision, reason = :reason, key_id = :keyId, decided_at = now()`,
);

interface Decision extends MoveInTarget {
  readonly code: FindingCode;
  readonly decision: MoveInChoice;
  readonly reason: string;
}

/** Decides about all findings with a code. Raises not-found, invalid-status-transition and decision-not-possible. */
export async function decideMoveIn(
  db: Db,
  { caller, moveInId, code, decision, reason }: Decision,
): Promise<MoveInDetails> {
  const choices: readonly MoveInChoice[] = findingCodes[code].choices;
  return db.transaction(async (tx) => {
    const { brokerId } = await lockMoveIn(tx, { caller, moveInId }, { request: 'decide', sources: ['CHECKED'] });
    if (!choices.includes(decision))
      throw unprocessableRequest(`About ${code} nobody can decide ${decision}.`, {
        code: 'decision-not-possible',
        choices: [...choices],
      });
    await tx.query(decideStatement, { moveInId, code, decision, reason, keyId: caller.keyId });
    await writeEvent(tx, {
      type: 'move_in.decided',
      id: moveInId,
      brokerId,
      keyId: caller.keyId,
      details: { code, decision, reason },
    });
    return findMoveIn(tx, { caller, moveInId });
  });
}
