import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listCsvColumns } from '../../src/csv/csv-columns.ts';
import { formatRow, readPath } from '../../src/csv/csv-row.ts';

describe('a row of a CSV file', () => {
  it('has quotes where RFC 4180 needs them, and ends with CR LF', () => {
    const row = formatRow(['a', 'b,c', 'say "no"', 'two\nlines', ' edge', '', undefined, null, 5, true]);
    expect(row).toBe('a,"b,c","say ""no""","two\nlines"," edge",,,,5,true\r\n');
  });

  it.each(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '-', '+55 11 9'])('has no formula for %j', (text) => {
    expect(formatRow([text]).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each(['+5511987654321', '-12.50', '+1'])('keeps the signed number %j as it is', (text) => {
    expect(formatRow([text])).toBe(`${text}\r\n`);
  });

  it('has objects and lists as JSON', () => {
    expect(formatRow([['a', 'b'], { ticket: '=1' }])).toBe('"[""a"",""b""]","{""ticket"":""=1""}"\r\n');
  });
});

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
