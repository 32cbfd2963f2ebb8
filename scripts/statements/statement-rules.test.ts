import { describe, expect, it } from 'vitest';
import type { QueryCall } from './find-query-calls.ts';
import type { Kind, Member } from './row-types.ts';
import { type DefinedStatement, findStatementViolations } from './statement-rules.ts';

const aStatement = (changes: Partial<DefinedStatement> = {}): DefinedStatement => ({
  name: 'find-line',
  text: 'SELECT id FROM line WHERE id = $1',
  place: 'a.ts:1:1',
  places: ['a.ts:1:1'],
  described: { parameters: ['uuid'], columns: [{ name: 'id', type: 'uuid' }] },
  ranWith: [],
  ...changes,
});
const aMember = (...kinds: readonly Kind[]): Member => ({
  name: 'id',
  type: 'Declared',
  kinds,
  elementKinds: [],
  hasDateInside: false,
});
const aCall = (changes: Partial<QueryCall> = {}): QueryCall => ({
  place: 'b.ts:2:2',
  definitions: [{ place: 'a.ts:1:1', through: [] }],
  valueCounts: [1],
  members: [aMember('string')],
  ...changes,
});
const check = (call: QueryCall, ...statements: readonly DefinedStatement[]) =>
  findStatementViolations(statements, [call]);
const returning = (type: string) =>
  aStatement({ described: { parameters: ['uuid'], columns: [{ name: 'id', type }] } });
const wrongType = (type: string) => [`b.ts:2:2: find-line returns id as ${type}, which is not Declared`];

describe('a statement', () => {
  it('is correct if parameters and columns are as declared', () => {
    expect(check(aCall(), aStatement())).toEqual([]);
  });

  it('is named if another place defines its name, or one place defines two texts of it', () => {
    const both = [aStatement(), aStatement({ place: 'c.ts:1:1' })];
    expect(check(aCall({ definitions: both.map(({ place }) => ({ place, through: [] })) }), ...both)).toEqual([
      'find-line: a.ts:1:1 and c.ts:1:1 define statements of this name',
    ]);
    expect(check(aCall(), aStatement(), aStatement({ text: 'SELECT id FROM line' }))).toEqual([
      'find-line: a.ts:1:1 defines two texts of this name',
    ]);
    expect(check(aCall(), aStatement({ name: '' }), aStatement({ name: '', text: 'SELECT id FROM line' }))).toEqual([]);
  });

  it('is named if PostgreSQL rejects it, or if no call runs it', () => {
    const rejected = aStatement({ described: { error: 'column "state" does not exist' } });
    expect(check(aCall(), rejected)).toEqual(['a.ts:1:1: PostgreSQL rejects find-line: column "state" does not exist']);
    expect(check(aCall(), aStatement(), aStatement({ name: 'other', place: 'c.ts:1:1' }))).toEqual([
      'c.ts:1:1: no call runs other, as far as the code shows',
    ]);
  });

  it('is found among those that one function builds by the calls of the function', () => {
    const [first, second] = [
      aStatement({ places: ['a.ts:1:1', 'a.ts:5:1'] }),
      aStatement({ name: 'other', places: ['a.ts:1:1', 'a.ts:6:1'] }),
    ];
    const wrong = { ...second, described: { parameters: [], columns: [] } };
    const through = (...calls: readonly string[]) =>
      aCall({ definitions: [{ place: 'a.ts:1:1', through: calls }], members: undefined });
    expect(check(through('a.ts:5:1'), first, wrong)).toEqual([]);
    expect(check(through('b.ts:9:9', 'a.ts:6:1'), first, wrong)).toEqual([
      'b.ts:2:2: other has 0 parameters and gets 1 values',
    ]);
    expect(check(through('b.ts:9:9'), first, wrong)).toHaveLength(1);
  });
});

describe('a column that may be null', () => {
  const nullable = (text: string) =>
    aStatement({
      text,
      described: { parameters: ['uuid'], columns: [{ name: 'id', type: 'uuid', nullable: 'parent' }] },
    });
  const read = nullable('SELECT parent AS id FROM line WHERE id = $1');
  const wrong = ['b.ts:2:2: find-line returns id, which may be null, as Declared'];

  it('is not declared without null', () => {
    expect(check(aCall(), read)).toEqual(wrong);
    expect(check(aCall({ members: [aMember('string', 'null')] }), read)).toEqual([]);
  });

  it('is declared without null where the statement sets it', () => {
    expect(check(aCall(), nullable('UPDATE line SET parent = $1 WHERE true RETURNING parent AS id'))).toEqual([]);
    expect(check(aCall(), nullable('UPDATE line SET other = $1 WHERE parent = id RETURNING parent AS id'))).toEqual(
      wrong,
    );
  });
});

describe('the values of a call', () => {
  it('are counted from the code, or from a run if the code does not show it', () => {
    expect(check(aCall({ valueCounts: [2, 3] }), aStatement())).toEqual([
      'b.ts:2:2: find-line has 1 parameters and gets 2 or 3 values',
    ]);
    expect(check(aCall({ valueCounts: [1, 2] }), aStatement())).toEqual([]);
    expect(check(aCall({ valueCounts: undefined }), aStatement({ ranWith: [2] }))).toEqual([
      'b.ts:2:2: find-line has 1 parameters and gets 2 values',
    ]);
    expect(check(aCall({ valueCounts: undefined }), aStatement())).toHaveLength(1);
  });
});

describe('the members of a row', () => {
  it('are the columns, one for one', () => {
    expect(check(aCall({ members: [] }), aStatement())).toEqual([
      'b.ts:2:2: find-line returns id, which no member reads',
    ]);
    const described = { parameters: ['uuid'], columns: [] };
    expect(check(aCall(), aStatement({ described }))).toEqual(['b.ts:2:2: find-line has no column for the member id']);
    expect(check(aCall({ members: [aMember('string', 'undefined')] }), aStatement({ described }))).toEqual([]);
  });

  it('are not compared if the call declares none', () => {
    expect(check(aCall({ members: undefined }), aStatement())).toEqual([]);
  });

  it('have the type that the driver makes of the column', () => {
    const fits = (type: string, ...kinds: readonly Kind[]) =>
      check(aCall({ members: [aMember(...kinds)] }), returning(type));
    expect(fits('text', 'string', 'null')).toEqual([]);
    expect(fits('int8', 'number')).toEqual(wrongType('int8'));
    expect(fits('int4', 'number')).toEqual([]);
    expect(fits('timestamptz', 'date', 'undefined')).toEqual([]);
    expect(fits('timestamptz', 'string')).toEqual(wrongType('timestamptz'));
    expect(fits('jsonb', 'object', 'array', 'string')).toEqual([]);
    expect(fits('jsonb', 'date')).toEqual(wrongType('jsonb'));
    expect(fits('bool', 'unknown')).toEqual([]);
  });

  it('have elements of the type of the array', () => {
    const ofElements = (elementKinds: readonly Kind[]) =>
      check(aCall({ members: [{ ...aMember('array'), elementKinds }] }), returning('_uuid'));
    expect(ofElements(['string'])).toEqual([]);
    expect(ofElements(['number'])).toEqual(wrongType('_uuid'));
  });
});
