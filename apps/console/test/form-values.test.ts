import { ConnectionError, ProblemError } from '@linework/sdk';
import { describe, expect, it } from 'vitest';
import {
  FieldFault,
  isOnlyUsed,
  isOutdated,
  isUnsettling,
  listChanges,
  listFaults,
  mergeValues,
  NotSent,
  staysUnsettled,
} from '../src/ui/form/form-values.ts';

const problem = (status: number, members: object = {}, idempotencyKey?: string) =>
  new ProblemError(
    { type: 'https://x.example/p', title: 'A problem', status, code: 'p', ...members },
    { headers: new Headers(), idempotencyKey },
  );

describe('what is wrong with a form', () => {
  const fields = ['reason', 'simPool', 'donor'];
  const places = { pointers: { simPool: '/sim', reason: 'reason' }, codes: { 'sim-taken': 'simPool' } };

  it('stands beside the field of its pointer or its parameter, and the rest below the form', () => {
    const errors = [
      { detail: '`donor` must be a code.', pointer: '/donor' },
      { detail: '`sim/poolId` must be a UUID.', pointer: '/sim/poolId' },
      { detail: '`reason` is too long.', parameter: 'reason' },
      { detail: '`lineId` is missing.', pointer: '/lineId' },
      { detail: '`donorCode` is unknown.', pointer: '/donorCode' },
    ];
    expect(listFaults(problem(400, { errors }), fields, places)).toEqual([
      { detail: 'Must be a code.', field: 'donor' },
      { detail: 'Must be a UUID.', field: 'simPool' },
      { detail: 'Is too long.', field: 'reason' },
      { detail: '`lineId` is missing.', field: undefined },
      { detail: '`donorCode` is unknown.', field: undefined },
    ]);
  });

  it('stands beside the field that the code of a problem is about, if it is on the page', () => {
    const taken = problem(409, { code: 'sim-taken', detail: 'Another port-in names this SIM.' });
    expect(listFaults(taken, fields, places)).toEqual([
      { detail: 'Another port-in names this SIM.', field: 'simPool' },
    ]);
    expect(listFaults(taken, ['reason'], places)).toEqual([
      { detail: 'Another port-in names this SIM.', field: undefined },
    ]);
    expect(listFaults(new FieldFault('donor', 'Nobody has it.'), fields, places)).toEqual([
      { detail: 'Nobody has it.', field: 'donor' },
    ]);
  });
});

describe('a request', () => {
  it('may have been done if no answer came or could be read, if the server failed, and while it still runs', () => {
    const unsettling = [
      new ConnectionError('no answer', { method: 'POST', url: '/', idempotencyKey: undefined }),
      problem(500),
      problem(503),
      problem(409, { code: 'idempotency-in-flight' }),
      new TypeError('The answer could not be read.'),
    ];
    expect(unsettling.map(isUnsettling)).toEqual([true, true, true, true, true]);
    expect([problem(400), problem(401), problem(409), problem(412), problem(429)].map(isUnsettling)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([problem(412), problem(409)].map(isOutdated)).toEqual([true, false]);
  });

  it('whose answer was lost stays so until its key is answered', () => {
    const answers = [400, 409, 412, 422].map((status) => problem(status, {}, 'a'));
    const others = [
      ...[401, 403, 429, 500].map((status) => problem(status, {}, 'a')),
      problem(404),
      problem(400, {}, 'another'),
      new FieldFault('taxId', 'Nobody has it.'),
      new NotSent('Somebody else was first.'),
      new Error('not read'),
    ];
    expect(answers.map((error) => staysUnsettled('a', error))).toEqual(answers.map(() => false));
    expect(others.map((error) => staysUnsettled('a', error))).toEqual(others.map(() => true));
    expect(others.map((error) => staysUnsettled(undefined, error))).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('what another person has changed', () => {
  it('is each member that differs, but for the time of the change', () => {
    const before = { status: 'ACTIVE', holder: { id: 'a' }, metadata: { a: 1 }, updatedAt: '1' };
    const now = { status: 'BLOCKED', holder: { id: 'a' }, metadata: { a: 1 }, updatedAt: '2', externalCode: 'x' };
    expect(listChanges(before, now)).toEqual([
      { member: 'status', before: 'ACTIVE', now: 'BLOCKED' },
      { member: 'externalCode', before: undefined, now: 'x' },
    ]);
  });

  it('was only used if nothing but the time of its use is another one', () => {
    const before = { name: 'switch', lastUsedAt: '2026-11-29T08:00:00Z', updatedAt: '2026-11-01T08:00:00Z' };
    expect(isOnlyUsed(before, { ...before, lastUsedAt: '2026-11-29T09:00:00Z' })).toBe(true);
    expect(isOnlyUsed(before, { ...before, updatedAt: '2026-11-29T09:00:00Z' })).toBe(false);
    expect(isOnlyUsed(before, { ...before, name: 'another' })).toBe(false);
  });
});

describe('the values of a form whose record has changed', () => {
  it('are what was typed, and else what the record has now', () => {
    const before = { name: 'Caio Reis', email: '', role: 'viewer' };
    const typed = { ...before, name: 'Caio R. Reis' };
    const now = { ...before, email: 'caio@example.com', name: 'Caio' };
    expect(mergeValues(typed, before, now)).toEqual({
      name: 'Caio R. Reis',
      email: 'caio@example.com',
      role: 'viewer',
    });
  });

  it('have in a set what anybody has added, and not what anybody has left out', () => {
    const merged = (typed: string, before: string, now: string) =>
      mergeValues({ scopes: typed }, { scopes: before }, { scopes: now }, ['scopes'])['scopes'];
    expect(merged('a b d', 'a b c', 'a b c')).toBe('a b d');
    expect(merged('a b d', 'a b c', 'b c e')).toBe('b e d');
    expect(merged('a b c', 'a b c', '')).toBe('');
    expect(merged('', 'a b', 'a b c')).toBe('c');
  });
});
