import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import type { PortInStatus } from '@linework/schemas/lifecycles/port-in.lifecycle';
import type { PortOutStatus } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { PortabilityStatus } from '@linework/schemas/portability/number-status';
import { computeNumberStatus } from './compute-number-status.ts';

const select = { id: true, status: true, createdAt: true, updatedAt: true } as const;
const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const;
/** Bounds the query. A number hardly ever has so many requests. */
const limit = 100;

/** The status of a number over the requests that the caller may see. */
export async function readNumberStatus(
  db: Pick<Db, 'prisma'>,
  { caller, msisdn }: { readonly caller: Caller; readonly msisdn: string },
): Promise<PortabilityStatus> {
  const query = { where: { msisdn, ...visibleTo(caller) }, select, orderBy: [...newestFirst], take: limit };
  const [ins, outs] = await Promise.all([db.prisma.portIn.findMany(query), db.prisma.portOut.findMany(query)]);
  const { status, since } = computeNumberStatus([
    ...ins.map((one) => ({ ...one, kind: 'in' as const, status: one.status as PortInStatus })),
    ...outs.map((one) => ({ ...one, kind: 'out' as const, status: one.status as PortOutStatus })),
  ]);
  return {
    msisdn,
    status,
    ...(since && { since: since.toISOString() }),
    portIns: ins.map(showRequest<PortInStatus>),
    portOuts: outs.map(showRequest<PortOutStatus>),
  };
}

function showRequest<Status extends string>({
  id,
  status,
  createdAt,
  updatedAt,
}: {
  id: string;
  status: string;
  createdAt: Date;
  updatedAt: Date;
}) {
  return { id, status: status as Status, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
