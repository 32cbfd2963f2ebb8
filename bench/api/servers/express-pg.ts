// Express and pg, with nothing between them.
import { createServer } from 'node:http';
import express from 'express';
import { openPool } from '../../services/pool.ts';
import { listen } from './listen.ts';
import { readOrder } from './statements.ts';

const pool = openPool(process.env['DATABASE_URL'] as string);
const app = express().disable('x-powered-by');

app.get('/orders/:id', async (request, response) => {
  const { rows } = await pool.query(readOrder, [request.params.id]);
  response.json(rows[0]);
});

listen(createServer(app));
