import type { PortInStatus } from '@linework/schemas/lifecycles/port-in.lifecycle';
import type { PortOutStatus } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { NumberStatus } from '@linework/schemas/portability/number-status';

interface RequestTimes {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A port-in or port-out request for a number. */
export type NumberRequest =
  | (RequestTimes & { readonly kind: 'in'; readonly status: PortInStatus })
  | (RequestTimes & { readonly kind: 'out'; readonly status: PortOutStatus });

/**
 * The status that a request gives its number, and its rank: a request in progress ranks before one that took effect,
 * and that before one that failed.
 */
const rankedStatuses = {
  in: {
    REQUESTED: ['PORTING_IN', 3],
    PENDING: ['PORTING_IN', 3],
    CONFLICT: ['CONFLICT', 3],
    CANCELLING: ['CANCELLING', 3],
    ACTIVE: ['PORTED_IN', 2],
    CANCELLED: ['CANCELLED', 1],
    ERROR: ['FAILED', 1],
  },
  out: {
    PENDING: ['PORTING_OUT', 3],
    CANCELLING: ['CANCELLING', 3],
    IN_PROGRESS: ['PORTING_OUT', 3],
    COMPLETED: ['PORTED_OUT', 2],
    CANCELLED: ['CANCELLED', 1],
    ERROR: ['FAILED', 1],
  },
} as const satisfies {
  readonly in: Readonly<Record<PortInStatus, readonly [NumberStatus, number]>>;
  readonly out: Readonly<Record<PortOutStatus, readonly [NumberStatus, number]>>;
};

const getRankedStatus = (request: NumberRequest): readonly [NumberStatus, number] =>
  request.kind === 'in' ? rankedStatuses.in[request.status] : rankedStatuses.out[request.status];

/**
 * The status of a number: that of the newest request with the highest rank. A completed request counts from its last
 * change; a request in progress from its creation. Pure.
 */
export function computeNumberStatus(requests: readonly NumberRequest[]): {
  readonly status: NumberStatus;
  readonly since?: Date;
} {
  const highestRank = Math.max(...requests.map((request) => getRankedStatus(request)[1]));
  const candidates = requests.filter((request) => getRankedStatus(request)[1] === highestRank);
  const getStatusTime = ({ createdAt, updatedAt }: NumberRequest) =>
    (highestRank === 2 ? updatedAt : createdAt).getTime();
  const [newest] = candidates.toSorted((a, b) => getStatusTime(b) - getStatusTime(a) || (a.id < b.id ? 1 : -1));
  if (!newest) return { status: 'NONE' };
  const [status] = getRankedStatus(newest);
  return { status, since: status === 'PORTING_IN' || status === 'PORTING_OUT' ? newest.createdAt : newest.updatedAt };
}
