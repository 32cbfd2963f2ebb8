import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyErrors } from '../src/request/field-errors.ts';

const detailOf = (schema: z.ZodType, input: unknown) =>
  bodyErrors(schema.safeParse(input).error?.issues ?? [], input).map(({ detail }) => detail);

describe('a field error', () => {
  it.each([
    [z.string(), 1, 'must be a string'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.strictObject({}), [], 'must be an object'],
    [z.record(z.string(), z.unknown()), [], 'must be an object'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.uuid(), 'x', 'must be a UUID'],
    [z.email(), 'x', 'must be an e-mail address'],
    [z.iso.date(), 'x', 'must be a date like 2026-12-31'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal('a'), 'b', 'must be a'],
    [z.union([z.string(), z.int()]), true, 'matches none of the allowed forms'],
    [z.string().min(1), '', 'must have at least 1 character'],
    [z.string().max(2), 'abc', 'must have at most 2 characters'],
    [z.array(z.int()).min(2), [], 'must have at least 2 items'],
    [z.int().min(3), 2, 'must be at least 3'],
    [z.number().lt(3), 3, 'must be less than 3'],
  ])('is described in plain words: %#', (schema, input, detail) => {
    expect(detailOf(schema, input)).toEqual([detail]);
  });

  it('has the message of its schema if there is one', () => {
    expect(detailOf(z.string().min(5, 'must be a name'), '')).toEqual(['must be a name']);
  });
});
