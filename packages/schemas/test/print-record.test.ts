import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printRecord } from '../src/print-record.ts';
import { storedAsJson } from '../src/values/stored-as-json.ts';

const time = new Date('2026-11-28T05:43:23.120Z');
const decimal = (value: number) => ({ toFixed: (places: number) => value.toFixed(places), isInteger: () => false });

describe('printRecord', () => {
  it('prints the members of the schema in its order', () => {
    const schema = z.strictObject({ id: z.uuid(), name: z.string(), open: z.boolean(), count: z.int() });
    const record = { count: 2, secret: 'x', open: true, name: 'Ponte', id: 'an-id' };
    expect(JSON.stringify(printRecord(schema, record))).toBe('{"id":"an-id","name":"Ponte","open":true,"count":2}');
  });

  it('prints times, days and amounts as text', () => {
    const schema = z.strictObject({ at: z.iso.datetime(), on: z.iso.date(), amount: z.string(), text: z.string() });
    const record = { at: time, on: new Date('2026-11-28'), amount: decimal(49.9), text: '49.9' };
    expect(printRecord(schema, record)).toEqual({
      at: '2026-11-28T05:43:23.120Z',
      on: '2026-11-28',
      amount: '49.90',
      text: '49.9',
    });
  });

  it('leaves out an optional member without a value, and prints null for one that may be null', () => {
    const at = z.iso.datetime();
    const schema = z.strictObject({ a: at.optional(), b: at.optional(), c: at.nullable(), d: at.nullable() });
    expect(printRecord(schema, { a: null, b: undefined, c: null, d: time })).toStrictEqual({
      c: null,
      d: '2026-11-28T05:43:23.120Z',
    });
  });

  it('prints 0, false and an empty text', () => {
    const schema = z.strictObject({ a: z.int().optional(), b: z.boolean().optional(), c: z.string().optional() });
    expect(printRecord(schema, { a: 0, b: false, c: '' })).toEqual({ a: 0, b: false, c: '' });
  });

  it('prints objects and lists inside a record by their schemas', () => {
    const part = z.strictObject({ id: z.string(), at: z.iso.datetime().optional() });
    const schema = z.strictObject({ part, parts: z.array(part), names: z.array(z.string()) });
    const record = { part: { at: time, id: 'a', secret: 'x' }, parts: [{ id: 'b', at: null }], names: ['n'] };
    expect(JSON.stringify(printRecord(schema, record))).toBe(
      '{"part":{"id":"a","at":"2026-11-28T05:43:23.120Z"},"parts":[{"id":"b"}],"names":["n"]}',
    );
  });

  it('leaves what is stored as JSON as it is', () => {
    const address = storedAsJson(z.strictObject({ street: z.string(), city: z.string() }));
    const schema = z.strictObject({ address: address.optional(), all: z.array(address) });
    const stored = { city: 'Recife', street: 'Rua da Aurora' };
    expect(JSON.stringify(printRecord(schema, { address: stored, all: [stored] }))).toBe(
      JSON.stringify({ address: stored, all: [stored] }),
    );
  });

  it('accepts no record that lacks a member of the schema', () => {
    const schema = z.strictObject({ id: z.string(), at: z.iso.datetime().optional() });
    // @ts-expect-error A query that does not select the column would leave the member out.
    expect(printRecord(schema, { id: 'a' })).toEqual({ id: 'a' });
  });
});
