import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';

export interface UnansweredCallRecord {
  readonly id: string;
  readonly kind: string;
  readonly recordId: string;
  readonly brokerId: string;
  readonly since: Date;
  readonly failures: number;
  readonly code: string;
  readonly stoppedAt: Date | null;
  readonly endedAt: Date | null;
  readonly decision: string | null;
  readonly reason: string | null;
}

/** An unanswered call as an operator sees it. */
export function showUnansweredCall(record: UnansweredCallRecord): UnansweredCall {
  const { id, kind, recordId, brokerId, since, failures, code, stoppedAt, endedAt, decision, reason } = record;
  return {
    id,
    kind: kind as UnansweredCall['kind'],
    recordId,
    brokerId,
    status: endedAt ? 'ENDED' : stoppedAt ? 'STOPPED' : 'WAITING',
    since: since.toISOString(),
    failures,
    code,
    ...(stoppedAt && { stoppedAt: stoppedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(decision !== null && { decision }),
    ...(reason !== null && { reason }),
  };
}
