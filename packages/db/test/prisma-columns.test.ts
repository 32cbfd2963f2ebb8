import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { ModelName } from '../src/generated/internal/prismaNamespace.ts';

const db = await aTestDb();
interface Reader {
  readonly findFirst: () => Promise<unknown>;
}

describe('the Prisma schema', () => {
  it.each(Object.keys(ModelName))('has a table and columns of the database for %s', async (model) => {
    const name = `${model.slice(0, 1).toLowerCase()}${model.slice(1)}`;
    await expect((db.prisma as unknown as Readonly<Record<string, Reader>>)[name]?.findFirst()).resolves.toBeDefined();
  });
});
