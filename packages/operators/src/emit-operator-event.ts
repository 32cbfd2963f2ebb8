import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import type { EventType } from '@linework/schemas/events';

export interface OperatorEvent {
  readonly type: EventType;
  /** The person whom the event is about. */
  readonly operatorId: string;
  /** The key or the person who did it; undefined for the command line. */
  readonly byId?: string | undefined;
  readonly details?: Readonly<Record<string, string>>;
}

/** Writes an event about a person. It belongs to no broker, so no broker reads it. */
export async function emitOperatorEvent(
  tx: Pick<Db, 'prisma'>,
  { type, operatorId, byId, details }: OperatorEvent,
): Promise<void> {
  await writeEvent(tx, { type, id: operatorId, keyId: byId ?? null, ...(details && { details }) });
}
