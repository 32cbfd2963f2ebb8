import { describe, expect, it } from 'vitest';
import { bindNames, inJson, orderValues } from '../src/named-values.ts';

const bind = (text: string, types: Readonly<Record<string, string>> = { id: 'uuid', status: 'text?' }) =>
  bindNames('a-statement', types, text);

describe('the names in a text', () => {
  it('become positions with their types, in the order of the declaration', () => {
    expect(bind('SELECT :status WHERE id = :id AND :id <> :status')).toBe(
      'SELECT $2::text WHERE id = $1::uuid AND $1::uuid <> $2::text',
    );
    expect(bind('id = ANY(:ids)', { ids: 'uuid[]?' })).toBe('id = ANY($1::uuid[])');
    expect(bind('unnest(:texts)', { texts: 'text?[]' })).toBe('unnest($1::text[])');
  });

  it('may be followed by an index, which does not become part of the type', () => {
    expect(bind('SELECT :ids[1], :ids [2]', { ids: 'uuid[]' })).toBe('SELECT ($1::uuid[])[1], ($1::uuid[]) [2]');
  });

  it.each([
    ['a cast', "now()::date, 'x'::text, a::pg_catalog.int4"],
    ['a text', "':name' 'it''s :name' E'\\' :name' e':name'"],
    ['a quoted name', '":name" "a "" :name"'],
    ['a comment', '-- :name\n /* :name\n :name */'],
    ['a text between dollars', '$$ :name $$ $tag$ :name $$ :name $tag$'],
    ['a named argument', 'f(a := 1)'],
    ['a slice', 'a[1:2] a[:2]'],
    ['a text of JSON', `'{"a":"b"}'::jsonb`],
  ])('are not taken from %s', (_what, text) => expect(bind(text, {})).toBe(text));

  it('are all declared, and all declared names are used', () => {
    expect(() => bind('SELECT :id, :state')).toThrow('The statement a-statement does not declare the type of :state.');
    expect(() => bind('SELECT :id')).toThrow('The statement a-statement does not use status.');
    expect(() => bind('SELECT $1, :id, :status')).toThrow('The statement a-statement has $1: give the value a name.');
  });
});

describe('the values of a call', () => {
  const inOrder = orderValues({ id: 'uuid', details: 'jsonb?', tags: 'text[]' });

  it('are put in the order of the declaration', () =>
    expect(inOrder({ tags: ['a'], id: 'x', details: null })).toEqual(['x', null, ['a']]));

  it('are written as JSON if their type is JSON', () => {
    expect(inOrder({ id: 'x', details: [1, { a: new Date(0) }], tags: [] })[1]).toBe(
      '[1,{"a":"1970-01-01T00:00:00.000Z"}]',
    );
    expect(inOrder({ id: 'x', details: inJson({ a: 1 }), tags: [] })[1]).toBe('{"a":1}');
  });
});
