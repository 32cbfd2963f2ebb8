import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../../prisma/schema/', import.meta.url);

it('the default times of a row come from the system clock of the database', () => {
  const schema = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  expect(schema.join('\n')).toContain('@default(dbgenerated("CURRENT_TIMESTAMP"))');
  // Prisma would replace now() with the time of the process.
  expect(schema.filter((text) => text.includes('@default(now())'))).toEqual([]);
});
