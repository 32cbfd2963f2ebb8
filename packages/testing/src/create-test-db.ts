import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
    readonly templateDatabase: string;
  }
}

export interface TestDb {
  readonly url: string;
  /** Ends every connection that is still open to it. */
  drop(): Promise<void>;
}

/** Clones the migrated template into a database of the caller's own, in well under a second; call it once a test file and drop it afterwards. */
export function createTestDb(): Promise<TestDb> {
  return createDb(inject('templateDatabase'));
}

/** Makes a database without any table, for tests of what comes before the migrations. */
export function createEmptyDb(): Promise<TestDb> {
  return createDb('template1');
}

async function createDb(template: string): Promise<TestDb> {
  const name = `linework_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${template}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
