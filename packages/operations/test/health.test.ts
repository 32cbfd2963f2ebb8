import { version } from '@linework/config/version';
import { openDb } from '@linework/db/db';
import { createTestDb } from '@linework/testing/create-test-db';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { checkPostgres } from '../src/check-postgres.ts';
import { createHealth, type Health } from '../src/health.ts';
import { healthRoutes } from '../src/health-routes.ts';
import { serveApp } from './serve-app.ts';

const up = async () => true;
const down = async () => false;
const broken = () => Promise.reject(new Error('connect ECONNREFUSED'));
const silent = () => new Promise<boolean>(() => {});

async function request(health: Health, path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  await using stack = new AsyncDisposableStack();
  const served = await serveApp(express().use(healthRoutes(health)));
  stack.defer(() => served.close());
  const response = await fetch(served.url + path);
  return { status: response.status, body: await response.json() };
}

describe('the health of a program', () => {
  it('is ready if every dependency responds', async () => {
    const health = createHealth({ required: { postgres: up }, optional: { redis: up } });
    expect(await request(health, '/health/ready')).toEqual({
      status: 200,
      body: { status: 'ready', checks: { postgres: 'up', redis: 'up' }, version },
    });
  });

  it.each([
    ['says no', down],
    ['fails', broken],
    ['keeps silent', silent],
  ])('is degraded, and still gets requests, if an optional dependency %s', async (_how, redis) => {
    const health = createHealth({ required: { postgres: up }, optional: { redis }, timeoutMs: 50 });
    expect(await request(health, '/health/ready')).toEqual({
      status: 200,
      body: { status: 'degraded', checks: { postgres: 'up', redis: 'down' }, version },
    });
  });

  it.each([
    ['says no', down],
    ['fails', broken],
    ['keeps silent', silent],
  ])('is unavailable if a required dependency %s', async (_how, postgres) => {
    const health = createHealth({ required: { postgres }, optional: { redis: up }, timeoutMs: 50 });
    expect(await request(health, '/health/ready')).toEqual({
      status: 503,
      body: { status: 'unavailable', checks: { postgres: 'down', redis: 'up' }, version },
    });
  });

  it('is degraded if the request excludes each dependency that is down', async () => {
    const health = createHealth({ required: { postgres: up, redis: down, maintenance: down } });
    const body = { checks: { postgres: 'up', redis: 'down', maintenance: 'down' }, version };
    for (const query of [
      '',
      '?exclude=redis',
      '?exclude=maintenance&exclude=postgres',
      '?exclude=',
      '?exclude[x]=redis',
    ])
      expect(await request(health, `/health/ready${query}`)).toEqual({
        status: 503,
        body: { status: 'unavailable', ...body },
      });
    for (const query of ['?exclude=redis,maintenance', '?exclude=redis&exclude=maintenance,queue'])
      expect(await request(health, `/health/ready${query}`)).toEqual({
        status: 200,
        body: { status: 'degraded', ...body },
      });
  });

  it('is unavailable as soon as the program stops', async () => {
    const health = createHealth({ required: { postgres: up } });
    expect((await request(health, '/health/ready')).status).toBe(200);
    health.drain();
    expect(await request(health, '/health/ready')).toEqual({
      status: 503,
      body: { status: 'draining', checks: { postgres: 'up' }, version },
    });
  });

  it('is live in any state of its dependencies', async () => {
    const health = createHealth({ required: { postgres: broken } });
    health.drain();
    expect(await request(health, '/health/live')).toEqual({ status: 200, body: { status: 'live', version } });
  });

  it('runs the checks once for concurrent callers, and again later', async () => {
    let reads = 0;
    const postgres = async () => {
      reads += 1;
      return true;
    };
    const health = createHealth({ required: { postgres } });
    await Promise.all(Array.from({ length: 50 }, () => health.readiness()));
    expect(reads).toBe(1);
    await expect.poll(async () => (await health.readiness()) && reads).toBe(2);
  });
});

describe('the check of PostgreSQL', () => {
  it('reports whether it responds', async () => {
    const testDb = await createTestDb();
    const db = openDb({ url: testDb.url });
    const health = createHealth({ required: { postgres: checkPostgres(db) } });
    expect((await health.readiness()).status).toBe('ready');
    await testDb.drop();
    await expect.poll(async () => (await health.readiness()).status).toBe('unavailable');
    await db.close();
  });
});
