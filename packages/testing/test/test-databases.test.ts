import { Redis } from 'ioredis';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDb } from '../src/create-test-db.ts';
import { testRedisUrl } from '../src/servers/test-redis-url.ts';

describe('a test database', () => {
  it('has the migrations applied and is dropped under open connections', async () => {
    const db = await createTestDb();
    const client = new Client({ connectionString: db.url });
    const disconnected = new Promise((resolve) => client.on('error', resolve));
    await client.connect();

    const { rows } = await client.query(
      'select count(*)::int as applied from _prisma_migrations where finished_at is not null',
    );
    expect(rows[0].applied).toBeGreaterThan(0);

    await db.drop();
    await disconnected;
    await expect(new Client({ connectionString: db.url }).connect()).rejects.toThrow('does not exist');
  });

  it('is new for each call', async () => {
    const [one, other] = await Promise.all([createTestDb(), createTestDb()]);
    expect(one.url).not.toBe(other.url);
    await Promise.all([one.drop(), other.drop()]);
  });
});

describe('a test Redis', () => {
  it('is empty, separate from others, and never evicts', async () => {
    const [one, other] = [new Redis(await testRedisUrl()), new Redis(await testRedisUrl())];
    await one.set('key', 'value');

    expect(await other.dbsize()).toBe(0);
    expect(await one.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    one.disconnect();
    other.disconnect();
  });
});
