// The simplest server with Express and Prisma.
import { createServer } from 'node:http';
import { openDb } from '@linework/db/db';
import express from 'express';
import { v7 as newId } from 'uuid';
import { listen } from './listen.ts';

const { prisma } = openDb({ url: process.env['DATABASE_URL'] as string });
const app = express().disable('x-powered-by');

app.get('/orders/:id', async (request, response) => {
  const order = await prisma.order.findUnique({
    where: { id: request.params.id },
    include: { steps: { orderBy: { position: 'asc' } } },
  });
  response.json(order);
});

app.get('/inventory/resources', async (request, response) => {
  const { status, poolId } = request.query as { readonly status: string; readonly poolId: string };
  const where = { poolId, state: { is: { status } } } as const;
  const [items, total] = await Promise.all([
    prisma.resource.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: 20,
      include: { state: true, pool: { include: { type: true } } },
    }),
    prisma.resource.count({ where }),
  ]);
  response.json({ items, meta: { total, page: 1, pageSize: 20, totalPages: Math.ceil(total / 20) } });
});

/** The steps of an order that blocks a line. */
const steps = [
  {
    position: 0,
    code: 'SUSPEND_NETWORK',
    actionCode: 'network.suspend',
    status: 'PENDING',
    attemptLimit: 5,
    undoAttemptLimit: 5,
  },
  {
    position: 1,
    code: 'SUSPEND_RESOURCES',
    actionCode: 'inventory.suspend',
    status: 'PENDING',
    attemptLimit: 1,
    undoAttemptLimit: 1,
  },
] as const;

app.post('/lines/:id/block', async (request, response) => {
  const { id } = request.params;
  const line = await prisma.$transaction(async (tx) => {
    const blocking = await tx.line.update({
      where: { id, status: 'ACTIVE' },
      data: { status: 'BLOCKING', updatedAt: new Date() },
    });
    const orderId = newId();
    const { brokerId } = blocking;
    await tx.order.create({
      data: {
        id: orderId,
        brokerId,
        type: 'LINE_BLOCK',
        status: 'PENDING',
        resourceType: 'line',
        resourceId: id,
        externalCode: '',
        correlationId: orderId,
        previousStatus: 'ACTIVE',
        dueAt: new Date(Date.now() + 5_000),
        steps: {
          create: [...steps],
        },
      },
    });
    await tx.event.createMany({
      data: [
        { brokerId, type: 'order.placed', resourceType: 'order', resourceId: orderId, toStatus: 'PENDING', orderId },
        {
          brokerId,
          type: 'line.blocking',
          resourceType: 'line',
          resourceId: id,
          fromStatus: 'ACTIVE',
          toStatus: 'BLOCKING',
          orderId,
        },
      ],
    });
    return blocking;
  });
  response.json(line);
});

listen(createServer(app));
