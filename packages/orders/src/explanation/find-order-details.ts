import type { Db } from '@linework/db/db';
import { stepId } from '@linework/engine/model/step';
import type { Order } from '@linework/schemas/orders/order';
import type { OrderDetails } from '@linework/schemas/orders/order-details';
import { z } from 'zod';

type Named = Pick<Order, 'id' | 'brokerId' | 'resource' | 'metadata' | 'steps'>;

interface DetailsQuery {
  readonly order: Named;
  /** The pause that the order waits for. */
  readonly pauseId: string | undefined;
  /** The numbers and SIMs that it has changed. */
  readonly resourceIds: readonly string[];
  /** Whether its reader may know what a system said in its own words. */
  readonly readsSystemTexts: boolean;
}

/** Reads the records that the page of an order names. The order was found for the reader before. */
export async function findOrderDetails(
  db: Pick<Db, 'prisma'>,
  { order, pauseId, resourceIds, readsSystemTexts }: DetailsQuery,
): Promise<OrderDetails> {
  const [line, resources, porting, pause, call, systemTexts] = await Promise.all([
    order.resource.type === 'line' ? findLine(db, order) : undefined,
    findResources(db, order, resourceIds),
    findPorting(db, order),
    pauseId === undefined ? undefined : findPause(db, pauseId),
    findCall(db, order),
    readsSystemTexts ? listSystemTexts(db, order) : [],
  ]);
  return { ...(line && { line }), resources, ...porting, ...(pause && { pause }), ...(call && { call }), systemTexts };
}

async function findLine(
  { prisma }: Pick<Db, 'prisma'>,
  { resource: { id }, brokerId }: Named,
): Promise<OrderDetails['line']> {
  const found = await prisma.line.findFirst({
    where: { id, brokerId },
    select: { id: true, msisdn: true, status: true, holder: { select: { id: true, name: true } } },
  });
  return found === null ? undefined : { ...found, status: found.status as NonNullable<OrderDetails['line']>['status'] };
}

async function findResources(
  { prisma }: Pick<Db, 'prisma'>,
  { brokerId }: Named,
  ids: readonly string[],
): Promise<OrderDetails['resources']> {
  if (ids.length === 0) return [];
  const found = await prisma.resource.findMany({
    where: { id: { in: [...ids] }, brokerId },
    select: { id: true, externalCode: true, pool: { select: { type: { select: { code: true } } } } },
  });
  return found.map(({ id, externalCode, pool: { type } }) => ({
    id,
    type: type.code,
    ...(type.code === 'MSISDN' && { msisdn: externalCode }),
    ...(type.code === 'SIM' && { iccId: externalCode }),
  }));
}

/** A client writes what it likes, so this may be no id. */
const readId = (value: unknown): string | undefined => z.uuid().safeParse(value).data;

/** Its client may have written the same members, so the port-in or the port-out must name the order. */
async function findPorting(
  { prisma }: Pick<Db, 'prisma'>,
  { id: orderId, brokerId, metadata }: Named,
): Promise<Pick<OrderDetails, 'porting'>> {
  const [portInId, portOutId] = [readId(metadata['portInId']), readId(metadata['portOutId'])];
  if (portInId !== undefined) {
    const portIn = await prisma.portIn.findFirst({ where: { orderId, brokerId, id: portInId } });
    if (portIn === null) return {};
    const { id, status, msisdn, donor: partner, windowFrom, windowUntil } = portIn;
    const window = { windowFrom: windowFrom.toISOString(), windowUntil: windowUntil.toISOString() };
    return { porting: { kind: 'port-in', id, status, msisdn, partner, ...window } };
  }
  if (portOutId === undefined) return {};
  const portOut = await prisma.portOut.findFirst({ where: { orderId, brokerId, id: portOutId } });
  if (portOut === null) return {};
  const { id, status, msisdn, recipient: partner, windowFrom } = portOut;
  return { porting: { kind: 'port-out', id, status, msisdn, partner, windowFrom: windowFrom.toISOString() } };
}

async function findPause({ prisma }: Pick<Db, 'prisma'>, id: string): Promise<OrderDetails['pause']> {
  const pause = await prisma.pause.findUnique({ where: { id } });
  if (pause === null) return undefined;
  const [person, key] = await Promise.all([
    prisma.operator.findUnique({ where: { id: pause.keyId }, select: { name: true } }),
    prisma.apiKey.findUnique({ where: { id: pause.keyId }, select: { name: true } }),
  ]);
  const by = (person ?? key)?.name;
  const { reason, createdAt, endsAt } = pause;
  const times = { since: createdAt.toISOString(), ...(endsAt && { until: endsAt.toISOString() }) };
  return { id, reason, ...(by !== undefined && { by }), ...times };
}

async function findCall({ prisma }: Pick<Db, 'prisma'>, { id: orderId }: Named): Promise<OrderDetails['call']> {
  const step = await prisma.orderStep.findFirst({
    where: { orderId, awaitedReference: { not: null } },
    select: { awaitedReference: true, awaitedUntil: true },
  });
  if (!step?.awaitedReference || !step.awaitedUntil) return undefined;
  return { reference: step.awaitedReference, until: step.awaitedUntil.toISOString() };
}

async function listSystemTexts(
  { prisma }: Pick<Db, 'prisma'>,
  { id: orderId }: Named,
): Promise<OrderDetails['systemTexts']> {
  const found = await prisma.orderAttempt.findMany({
    where: { orderId, systemText: { not: null } },
    select: { position: true, kind: true, attempt: true, systemText: true },
    orderBy: [{ startedAt: 'asc' }, { position: 'asc' }, { attempt: 'asc' }],
  });
  return found.map(({ position, kind, attempt, systemText }) => ({
    stepId: stepId(orderId, position),
    kind: kind as 'execute' | 'undo',
    attempt,
    text: systemText ?? '',
  }));
}
