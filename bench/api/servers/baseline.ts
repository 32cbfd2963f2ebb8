// Not usable in production: no router and no checks. It measures the cost of HTTP and the statements on this machine.
import { createServer, type IncomingMessage } from 'node:http';
import { v7 as newId } from 'uuid';
import { openPool } from '../../services/pool.ts';
import { listen } from './listen.ts';
import { countResources, placeBlock, readOrder, readResources } from './statements.ts';

const pool = openPool(process.env['DATABASE_URL'] as string);

async function handle({ url = '' }: IncomingMessage): Promise<unknown> {
  const [, first, id] = url.split('/');
  if (first === 'orders') return (await prepared('order', readOrder, [id])).rows[0];
  if (first === 'lines') return (await prepared('block', placeBlock, [id, newId()])).rows[0];
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const parameters = [query.get('poolId'), query.get('status')];
  const [page, count] = await Promise.all([
    prepared('resources', readResources, parameters),
    prepared('count', countResources, parameters),
  ]);
  return { items: page.rows, meta: count.rows[0] };
}

const prepared = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });

listen(
  createServer(async (request, response) => {
    const body = await handle(request);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  }),
);
