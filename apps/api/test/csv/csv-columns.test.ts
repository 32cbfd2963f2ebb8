import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listCsvColumns } from '../../src/csv/csv-columns.ts';
import { readPath } from '../../src/csv/read-path.ts';

describe('the columns of a list', () => {
  it('are the members of its items, those inside objects with a dot, also those of each option of a union', () => {
    const actor = z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('key'), keyId: z.string() }),
      z.strictObject({ type: z.literal('system'), job: z.string().optional() }),
    ]);
    const item = z.strictObject({
      id: z.string(),
      holder: z.strictObject({ name: z.string().nullable() }).optional(),
      tags: z.array(z.string()),
      metadata: z.record(z.string(), z.unknown()),
      actor: actor.optional(),
    });
    const columns = listCsvColumns(item).map((path) => path.join('.'));
    expect(columns).toEqual(['id', 'holder.name', 'tags', 'metadata', 'actor.type', 'actor.keyId', 'actor.job']);
    expect(readPath({ holder: { name: 'Ana' } }, ['holder', 'name'])).toBe('Ana');
    expect(readPath({ holder: null }, ['holder', 'name'])).toBeUndefined();
  });
});
