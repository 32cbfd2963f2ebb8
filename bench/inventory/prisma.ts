import type { OpenDb } from '@linework/db/db';
import type { QueryFilters } from './cases.ts';
import type { Reads, SentStatement } from './read.ts';

/**
 * The same lists as a developer would write them with Prisma on the same tables and indexes: filters through the
 * relation, `skip` and `cursor`.
 */
export async function prismaReads(db: OpenDb, filters: QueryFilters): Promise<Reads> {
  const where = buildWhere(filters);
  const { sortBy = 'createdAt', sortOrder = 'desc' } = filters;
  const orderBy = [
    sortBy === 'updatedAt' ? { state: { updatedAt: sortOrder } } : { [sortBy]: sortOrder },
    { id: sortOrder },
  ];
  const find = (range: object) =>
    db.prisma.resource.findMany({
      where,
      orderBy,
      take: 21,
      include: { state: true, pool: { include: { type: true } } },
      ...range,
    });
  const total = await db.prisma.resource.count({ where });
  const skip = 20 * Math.min(999, Math.max(0, Math.ceil(total / 20) - 2));
  const last = (await find({ skip })).at(19);
  return {
    page: await recordStatements(db, () => find({})),
    total: await recordStatements(db, () => db.prisma.resource.count({ where })),
    ...(total >= 20_000 && { page1000: await recordStatements(db, () => find({ skip })) }),
    ...(last && { cursor: await recordStatements(db, () => find({ cursor: { id: last.id }, skip: 1 })) }),
  };
}

/** Prisma cannot sort by a filtered count, so all pools are read with their counts and the program has to sort them. */
export function prismaPools(db: OpenDb): Promise<readonly SentStatement[]> {
  const available = { state: { is: { status: 'available' } } };
  return recordStatements(db, async () => {
    await db.prisma.pool.findMany({ include: { _count: { select: { resources: true } } } });
    await db.prisma.pool.findMany({ include: { _count: { select: { resources: { where: available } } } } });
    await db.prisma.pool.count();
  });
}

function buildWhere({ status, typeId, poolId, brokerId, externalCode, attributes = {}, ...times }: QueryFilters) {
  const between = (from: Date | undefined, to: Date | undefined) => ({
    ...(from && { gte: from }),
    ...(to && { lte: to }),
  });
  const state = {
    ...(status && { status: { in: [...status] } }),
    ...(hasUpdatedAt(times) && { updatedAt: between(times.updatedAtFrom, times.updatedAtTo) }),
  };
  return {
    createdAt: between(times.createdAtFrom, times.createdAtTo),
    ...(Object.keys(state).length > 0 && { state: { is: state } }),
    ...(typeId && { typeId: { in: [...typeId] } }),
    ...(poolId && { poolId: { in: [...poolId] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(externalCode !== undefined && { externalCode: { contains: externalCode, mode: 'insensitive' as const } }),
    AND: Object.entries(attributes).map(([name, value]) => ({ attributes: { path: [name], equals: value as string } })),
  };
}

const hasUpdatedAt = ({ updatedAtFrom, updatedAtTo }: QueryFilters) =>
  updatedAtFrom !== undefined || updatedAtTo !== undefined;

/**
 * Records what Prisma sends during `work`, in the connection pool that it shares with the statements of the project.
 */
async function recordStatements({ pool }: OpenDb, work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = [];
  const query = pool.query;
  const recordStatement = (one: unknown, values: unknown) => {
    if (typeof one === 'object' && one !== null && 'text' in one)
      sent.push({
        text: String(one.text),
        values: (values ?? (one as Partial<SentStatement>).values ?? []) as unknown[],
      });
  };
  pool.query = ((...parameters: unknown[]) => {
    recordStatement(parameters[0], parameters[1]);
    return Reflect.apply(query, pool, parameters);
  }) as typeof query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return sent;
}
