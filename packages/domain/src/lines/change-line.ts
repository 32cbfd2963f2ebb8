import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';
import type { Line } from '@linework/schemas/lines/line';
import { visibleTo } from '../visible-to.ts';
import { findLine, noSuchLine } from './find-line.ts';

export interface LineChange {
  readonly caller: Caller;
  readonly lineId: string;
  /** Null takes the code away. */
  readonly externalCode?: string | null | undefined;
  /** Replaces the whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Changes what a broker keeps on its line. Raises not-found, or conflict when another line of the broker has the code. */
export async function changeLine(db: Db, { caller, lineId, externalCode, metadata }: LineChange): Promise<Line> {
  const data = {
    ...(externalCode !== undefined && { externalCode }),
    ...(metadata !== undefined && { metadata: metadata as object }),
  };
  return db.transaction(async (tx) => {
    const { count } = await tx.prisma.line.updateMany({ where: { id: lineId, ...visibleTo(caller) }, data: { ...data, updatedAt: new Date() } }).catch(codeTaken);
    if (count === 0) throw noSuchLine(lineId);
    const line = await findLine(tx, { caller, lineId });
    await tx.prisma.event.create({
      data: { type: 'line.changed', resourceType: 'line', resourceId: lineId, brokerId: line.brokerId, keyId: caller.keyId, details: { changed: Object.keys(data) } },
    });
    return line;
  });
}

function codeTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'line_broker_id_external_code_key')) throw error;
  throw conflict('Another line of this broker has this external code.', { code: 'external-code-taken' });
}
