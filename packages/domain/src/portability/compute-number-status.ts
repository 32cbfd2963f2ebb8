import type { NumberStatus } from '@linework/schemas/portability/number-status';
import type { PortInStatus } from '@linework/schemas/portability/port-in.lifecycle';
import type { PortOutStatus } from '@linework/schemas/portability/port-out.lifecycle';

interface RequestTimes {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A request about a number, in or out. */
export type NumberRequest =
  | (RequestTimes & { readonly kind: 'in'; readonly status: PortInStatus })
  | (RequestTimes & { readonly kind: 'out'; readonly status: PortOutStatus });

/** What a request means for its number, and how much it says: what is under way before what took effect, and that before what came to nothing. */
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
 * Where a number stands: by the newest of the requests that say most. What took effect did so when it last changed; what is
 * being ported is so since it was asked for. Pure.
 */
export function computeNumberStatus(requests: readonly NumberRequest[]): { readonly status: NumberStatus; readonly since?: Date } {
  const highestRank = Math.max(...requests.map((request) => getRankedStatus(request)[1]));
  const candidates = requests.filter((request) => getRankedStatus(request)[1] === highestRank);
  const getStatusTime = ({ createdAt, updatedAt }: NumberRequest) => (highestRank === 2 ? updatedAt : createdAt).getTime();
  const [newest] = candidates.toSorted((a, b) => getStatusTime(b) - getStatusTime(a) || (a.id < b.id ? 1 : -1));
  if (!newest) return { status: 'NONE' };
  const [status] = getRankedStatus(newest);
  return { status, since: status === 'PORTING_IN' || status === 'PORTING_OUT' ? newest.createdAt : newest.updatedAt };
}
