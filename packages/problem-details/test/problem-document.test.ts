import { describe, expect, it } from 'vitest';
import { allProblemCodes, getCodeEntry, listCodes } from '../src/codes/problem-codes.ts';
import { isSentence } from '../src/field-error.ts';
import {
  badRequest,
  conflict,
  forbidden,
  internal,
  invalidStatusTransition,
  missingScope,
  notAcceptable,
  notFound,
  portabilityRejected,
  tooManyInFlight,
  tooManyRequests,
  unauthorized,
  unavailable,
  unprocessableRequest,
  unprocessableValues,
  validationError,
} from '../src/make-problem.ts';
import { Problem, type ProblemMembers } from '../src/problem.ts';
import { problemDocument, problemSchemaFor } from '../src/problem-document.ts';
import { isProblemName, problemNames, problems } from '../src/problems.ts';

const requestId = '0193d2c0-1111-7abc-8def-001122334455';
const context = { errorsBase: 'https://linework.example/problems', requestId };
const resource = { type: 'line', id: requestId };

const made: readonly Problem[] = [
  validationError([{ detail: 'must be a UUID', parameter: 'id' }]),
  badRequest('method-not-allowed', 'This address takes only GET.', { Allow: 'GET' }),
  unprocessableRequest('The key was used for another request.', { code: 'idempotency-key-reused' }),
  unauthorized(),
  forbidden('The key is of another broker.', { code: 'other-broker' }),
  missingScope('lines:read'),
  tooManyRequests(1),
  notFound('There is no such line.'),
  conflict('An order is at work.', { code: 'open-order', orderId: requestId }),
  invalidStatusTransition({ resource, currentStatus: 'TERMINATED', requested: 'block', allowed: [] }),
  notAcceptable(['application/json']),
  portabilityRejected('The clearing house refused.', 'CPF_MISMATCH'),
  unavailable('The database is away.', 2),
  internal(),
];

describe('a problem document', () => {
  it.each(made)('has its required members and a status of its kind: $name $status', (problem) => {
    const document = problemSchemaFor(context.errorsBase).parse(problemDocument(problem, context));
    expect(document).toMatchObject({ type: `${context.errorsBase}/${problem.name}`, title: problems[problem.name].title, requestId });
    expect(problems[problem.name].statuses).toContain(document.status);
  });

  it('can be made for every name in the catalogue', () => {
    expect(new Set(made.map(({ name }) => name))).toEqual(new Set(problemNames));
  });

  it('is of one of the nine types, and of no other', () => {
    const document = { ...problemDocument(internal(), context), type: `${context.errorsBase}/rate-limited` };
    expect(problemSchemaFor(context.errorsBase).safeParse(document).success).toBe(false);
  });

  it('names the request as its instance when the request id is a UUID', () => {
    expect(problemDocument(internal(), context).instance).toBe(`urn:uuid:${requestId}`);
    expect(problemDocument(internal(), { ...context, requestId: 'night-run.7' })).toEqual({
      type: 'https://linework.example/problems/internal-server-error',
      title: 'Internal server error',
      status: 500,
      requestId: 'night-run.7',
      code: 'internal-server-error',
    });
  });

  it('lists every fault in a sentence whose subject is the place', () => {
    const faults = [
      { detail: 'must be a UUID', parameter: 'id' },
      { detail: 'is not a known member', pointer: '/items/0/colour' },
      { detail: 'is missing', pointer: '' },
      { detail: 'There is no pool for a SIM.', pointer: '/sim' },
      { detail: 'names nothing' },
    ];
    expect(problemDocument(validationError(faults), context)).toMatchObject({
      status: 400,
      detail: 'The request has 5 faults.',
      errors: [
        { detail: '`id` must be a UUID.', parameter: 'id' },
        { detail: '`items[0].colour` is not a known member.', pointer: '/items/0/colour' },
        { detail: 'The body is missing.', pointer: '' },
        { detail: 'There is no pool for a SIM.', pointer: '/sim' },
        { detail: 'The request names nothing.' },
      ],
    });
  });

  it('says what is wrong in one sentence for each value that cannot be used', () => {
    const problem = unprocessableValues([{ detail: 'is in no range', pointer: '/externalCode' }, { detail: 'Another SIM has this IMSI.' }], {
      code: 'outside-ranges',
    });
    expect(problemDocument(problem, context)).toMatchObject({ status: 422, detail: '`externalCode` is in no range. Another SIM has this IMSI.' });
  });

  it('carries the members that tell more', () => {
    expect(problemDocument(conflict('An order is at work.', { code: 'open-order', orderId: 'o' }), context)).toMatchObject({
      code: 'open-order',
      orderId: 'o',
    });
    expect(problemDocument(invalidStatusTransition({ resource, currentStatus: 'ACTIVE', requested: 'unblock', allowed: ['block'] }), context)).toMatchObject({
      status: 409,
      detail: 'The line is ACTIVE and cannot be asked to unblock.',
      resource,
      currentStatus: 'ACTIVE',
      requested: 'unblock',
      allowed: ['block'],
    });
  });

  it('says itself what kind it is and what its status is, whatever its members are called', () => {
    // @ts-expect-error The document's own members are not given beside it.
    const problem = conflict('The invoice is VOID.', { code: 'invoice-not-owed', status: 'VOID' });
    expect(problemDocument(problem, context)).toMatchObject({ status: 409, code: 'invoice-not-owed' });
    const kept: Record<string, unknown> = { type: 'line', title: 'a', status: 'VOID', detail: 'b', instance: 'c', requestId: 'd', code: 'e' };
    const again = new Problem('conflict', { code: 'open-order', detail: 'An order is at work.', members: kept as ProblemMembers });
    expect(problemDocument(again, context)).toEqual(problemDocument(conflict('An order is at work.', { code: 'open-order' }), context));
  });
});

describe('a problem', () => {
  it('brings the headers that its status asks for', () => {
    expect(unauthorized().headers).toEqual({ 'WWW-Authenticate': 'ApiKey realm="linework"' });
    expect(tooManyRequests(3, { RateLimit: '"key";r=0;t=3' }).headers).toEqual({ RateLimit: '"key";r=0;t=3', 'Retry-After': '3' });
    expect(unavailable('The database is away.', 2).headers).toEqual({ 'Retry-After': '2' });
    expect(conflict('Still running.', { code: 'idempotency-in-flight' }, { 'Retry-After': '1' }).headers).toEqual({ 'Retry-After': '1' });
  });

  it('keeps its cause for the log and out of the document', () => {
    const cause = new Error('connection refused');
    const problem = new Problem('internal-server-error', { cause });
    expect(problem.cause).toBe(cause);
    expect(JSON.stringify(problemDocument(problem, context))).not.toContain('refused');
  });
});

describe('a problem without a code of its own', () => {
  it('has the name of its type as code', () => {
    expect(problemDocument(notFound('There is no such line.'), context)).toMatchObject({ status: 404, code: 'not-found' });
    expect(problemDocument(validationError([]), context)).toMatchObject({ status: 400, code: 'validation-error' });
  });
});

describe('the catalogue of codes', () => {
  const entries = allProblemCodes.map((code) => [code, getCodeEntry(code)] as const);

  it('says of each code its type, one of the statuses of the type, a title and what to do', () => {
    expect(entries.length).toBeGreaterThan(100);
    for (const [code, { problem, status, title, remedy }] of entries) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(problems[problem].statuses, code).toContain(status);
      expect(title, code).toMatch(/^[A-Z][^.]*$/);
      expect(isSentence(remedy), `${code}: ${remedy}`).toBe(true);
    }
  });

  it('has a code for every status of every type', () => {
    for (const name of problemNames) {
      const statuses = new Set(listCodes(name).map(({ status }) => status));
      expect([...statuses].toSorted(), name).toEqual([...problems[name].statuses].toSorted());
    }
  });

  it('tells the two limits apart, and each has the nearest type', () => {
    expect(tooManyRequests(1)).toMatchObject({ name: 'forbidden', status: 429, code: 'rate-limited' });
    expect(tooManyInFlight('in-flight', 3)).toMatchObject({ name: 'forbidden', status: 429, code: 'too-many-in-flight' });
    expect(getCodeEntry('precondition-failed')).toMatchObject({ problem: 'conflict', status: 412 });
    expect(getCodeEntry('method-not-allowed')).toMatchObject({ problem: 'validation-error', status: 405 });
  });
});

describe('the catalogue of problems', () => {
  it('knows its names and no others', () => {
    expect(problemNames).toHaveLength(9);
    expect(problemNames.every(isProblemName)).toBe(true);
    expect(isProblemName('toString')).toBe(false);
  });

  it('gives each kind a default among its statuses', () => {
    for (const { status, statuses } of Object.values(problems)) expect(statuses).toContain(status);
  });
});
