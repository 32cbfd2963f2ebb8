import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import type { EventType } from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';

export interface EndpointEvent {
  readonly type: EventType;
  readonly endpoint: { readonly id: string; readonly brokerId: string | null };
  /** The key of the request, or the job. */
  readonly by: { readonly keyId: string } | { readonly job: JobName };
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an event about an endpoint. It is never sent to this endpoint itself. */
export async function emitEndpointEvent(
  tx: Pick<Db, 'prisma'>,
  { type, endpoint, by, fromStatus, toStatus, details = {} }: EndpointEvent,
): Promise<void> {
  await writeEvent(tx, {
    type,
    id: endpoint.id,
    brokerId: endpoint.brokerId,
    ...by,
    ...(fromStatus !== undefined && { from: fromStatus }),
    ...(toStatus !== undefined && { to: toStatus }),
    details: details as object,
  });
}
