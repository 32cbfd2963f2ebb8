import type { createBullBoard } from '@bull-board/api';
import { badRequest } from '@linework/problem-details/make-problem';
import type { Queues } from '@linework/queue/open-queues';
import { type RequestHandler, Router } from 'express';
import type { FailureCount } from './count-failures.ts';
import { failedOrdersPath, summarizeFailedOrders } from './failed-orders-page.ts';

/** The path of the board, which is also part of its page. */
export const queueBoardPath = '/queues';

type CountFailures = () => Promise<readonly FailureCount[]>;
type BoardParts = Parameters<typeof createBullBoard>[0];

const descriptions = {
  orders:
    'They are listed under Failed orders. The jobs here only wake workers up: retry, roll back or cancel orders ' +
    'through the API.',
  maintenance: 'The scheduled jobs of all workers.',
} as const satisfies Record<keyof Queues['queues'], string>;

const uiConfig = {
  boardTitle: 'Linework queues',
  favIcon: { default: 'static/images/logo.svg', alternative: 'static/favicon-32x32.png' },
  hideDocsLink: true,
  miscLinks: [
    { text: 'Failed orders', url: failedOrdersPath },
    { text: 'Operations', url: '/' },
  ],
};

/** The scripts of the page set some styles. Its web fonts come from another host and are blocked. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Creates the read-only dashboard of both queues. A job is only a wake-up of an order, so changing the job would not
 * change the order. The job of a failed order does not fail itself; therefore title and description count the failed
 * orders. The board has no own authentication. The first request loads it: that takes 20 ms of the processor, and most
 * programs never show it.
 */
export function queueBoard(queues: Queues['queues'], countFailures: CountFailures): RequestHandler {
  let opened: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    opened ??= openBoard(queues, countFailures);
    const board = await opened;
    return board(request, response, next);
  };
}

async function openBoard(queues: Queues['queues'], countFailures: CountFailures): Promise<RequestHandler> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const serverAdapter = new ExpressAdapter().setBasePath(queueBoardPath);
  const orders = new BullMQAdapter(queues.orders, { readOnlyMode: true });
  const updateDescriptions: RequestHandler = async (request, _response, next) => {
    if (request.path.startsWith('/static/')) return next();
    const failed = await countFailures().then(summarizeFailedOrders, () => 'The failed orders could not be counted.');
    orders.getDescription = () => `${failed} ${descriptions.orders}`;
    serverAdapter.setUIConfig({ ...uiConfig, boardTitle: `Linework queues. ${failed}` });
    next();
  };
  createBullBoard({
    queues: [
      orders,
      new BullMQAdapter(queues.maintenance, { readOnlyMode: true, description: descriptions.maintenance }),
    ],
    // The adapter has type declarations of another version of the board, which differ only in a private member.
    serverAdapter: serverAdapter as unknown as BoardParts['serverAdapter'],
    options: { uiConfig },
  });
  return Router().use(allowReadOnly, updateDescriptions, serverAdapter.getRouter().disable('x-powered-by'));
}

const allowReadOnly: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw badRequest('method-not-allowed', 'The queues are read-only here.', { Allow: 'GET, HEAD' });
  }
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Referrer-Policy', 'no-referrer');
  next();
};
