import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import type { ExpiryContender } from './expiry-contender.ts';

const concurrency = 64;
const jobsPerCall = 5_000;

/**
 * A delayed job for each reservation, which expires it with one statement after its delay. The tables are plain,
 * without Linework's guards and counters. Jobs are deleted when they are done.
 */
export const contender: ExpiryContender = {
  name: 'BullMQ, a delayed job each',
  records: 'the reservation, its resource and an event in plain tables; one job for each reservation',
  leadMs: 90_000,
  async start() {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const pool = openPool(postgres.url);
    await pool.query(tables);
    const connection = { host: '127.0.0.1', port: redis.port };
    const queue = new Queue('expiry', { connection, defaultJobOptions: { removeOnComplete: true } });
    const end = async ({ data }: { readonly data: { readonly reservationId: string } }) =>
      void (await pool.query({ name: 'end', text: endReservation, values: [data.reservationId] }));
    const worker = new Worker('expiry', end, {
      connection: { ...connection, maxRetriesPerRequest: null },
      concurrency,
    });
    worker.on('error', (error) => console.error(error.message));

    return {
      versions: { PostgreSQL: postgres.version, Redis: redis.version },
      pool,
      remainingQuery: "select id, expires_at from reservation where status = 'ACTIVE'",
      async reserve(endsAtMs) {
        const ids = endsAtMs.map(() => randomUUID());
        await pool.query(reserveEach, [ids, endsAtMs]);
        await pool.query('vacuum analyze');
        for (let from = 0; from < ids.length; from += jobsPerCall) {
          const part = ids.slice(from, from + jobsPerCall);
          const jobOf = (reservationId: string, at: number) => ({
            name: 'end',
            data: { reservationId },
            opts: { delay: (endsAtMs[from + at] ?? 0) - Date.now() },
          });
          await queue.addBulk(part.map(jobOf));
        }
      },
      async stop() {
        await worker.close();
        await queue.close();
        await pool.end();
        await Promise.all([postgres.stop(), redis.stop()]);
      },
    };
  },
};

const tables = `
  create table resource (
    id uuid primary key,
    status text not null,
    reservation_id uuid,
    updated_at timestamptz(3) not null default now()
  );
  create table reservation (
    id uuid primary key,
    resource_id uuid not null references resource,
    status text not null,
    expires_at timestamptz(3) not null,
    updated_at timestamptz(3) not null default now()
  );
  create table resource_event (
    seq bigint generated always as identity primary key,
    resource_id uuid not null,
    type text not null,
    at timestamptz(3) not null default now()
  );
  create index resource_event_resource_id on resource_event (resource_id, seq);`;

const reserveEach = `
  with inserted as (
    insert into resource (id, status, reservation_id)
    select gen_random_uuid(), 'reserved', id
    from unnest($1::uuid[]) as v(id)
    returning id, reservation_id
  )
  insert into reservation (id, resource_id, status, expires_at)
  select v.id, inserted.id, 'ACTIVE', to_timestamp(v.at / 1000)
  from unnest($1::uuid[], $2::float8[]) as v(id, at)
  join inserted on inserted.reservation_id = v.id`;

const endReservation = `
  with expired as (
    update reservation
    set status = 'EXPIRED', updated_at = now()
    where id = $1 and status = 'ACTIVE' and expires_at <= now()
    returning resource_id
  ), released as (
    update resource
    set status = 'available', reservation_id = null, updated_at = now()
    where id = (select resource_id from expired)
  )
  insert into resource_event (resource_id, type) select resource_id, 'resource.made_available' from expired`;
