import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../../prisma/schema/', import.meta.url);

it('a row has its times from the database, not from the clock of whoever writes it', () => {
  const schema = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  expect(schema.join('\n')).toContain('@default(dbgenerated("CURRENT_TIMESTAMP"))');
  // Prisma fills in now() by itself.
  expect(schema.filter((text) => text.includes('@default(now())'))).toEqual([]);
});
