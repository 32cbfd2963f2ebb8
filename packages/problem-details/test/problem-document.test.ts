import { describe, expect, it } from 'vitest';
import { allProblemCodes, getCodeEntry, listCodes } from '../src/codes/problem-codes.ts';
import { isProblemName, problemNames, problems } from '../src/codes/problems.ts';
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

const requestId = '0193d2c0-1111-7abc-8def-001122334455';
const context = { errorsBase: 'https://linework.example/problems', requestId };
const resource = { type: 'line', id: requestId };

const examples: readonly Problem[] = [
  validationError([{ detail: 'must be a UUID', parameter: 'id' }]),
  badRequest('method-not-allowed', 'This address supports only GET.', { Allow: 'GET' }),
  unprocessableRequest('The key was used for another request.', { code: 'idempotency-key-reused' }),
  unauthorized(),
  forbidden('The key belongs to another broker.', { code: 'other-broker' }),
  missingScope('lines:read'),
  tooManyRequests(1),
  notFound('The line does not exist.'),
  conflict('An order is open.', { code: 'open-order', orderId: requestId }),
  invalidStatusTransition({ resource, currentStatus: 'TERMINATED', requested: 'block', allowed: [] }),
  notAcceptable(['application/json']),
  portabilityRejected('The clearing house rejected the request.', 'CPF_MISMATCH'),
  unavailable('The database is unavailable.', 2),
  internal(),
];

describe('a problem document', () => {
  it.each(examples)('has the required members and a status of its type: $name $status', (problem) => {
    const document = problemSchemaFor(context.errorsBase).parse(problemDocument(problem, context));
    expect(document).toMatchObject({
      type: `${context.errorsBase}/${problem.name}`,
      title: problems[problem.name].title,
      requestId,
    });
    expect(problems[problem.name].statuses).toContain(document.status);
  });

  it('exists for every name in the catalogue', () => {
    expect(new Set(examples.map(({ name }) => name))).toEqual(new Set(problemNames));
  });

  it('has one of the nine types', () => {
    const document = { ...problemDocument(internal(), context), type: `${context.errorsBase}/rate-limited` };
    expect(problemSchemaFor(context.errorsBase).safeParse(document).success).toBe(false);
  });

  it('has the request id as its instance if it is a UUID', () => {
    expect(problemDocument(internal(), context).instance).toBe(`urn:uuid:${requestId}`);
    expect(problemDocument(internal(), { ...context, requestId: 'night-run.7' })).toEqual({
      type: 'https://linework.example/problems/internal-server-error',
      title: 'Internal server error',
      status: 500,
      requestId: 'night-run.7',
      code: 'internal-server-error',
    });
  });

  it('lists each error in a sentence whose subject is the member', () => {
    const errors = [
      { detail: 'must be a UUID', parameter: 'id' },
      { detail: 'is not a known member', pointer: '/items/0/colour' },
      { detail: 'is missing', pointer: '' },
      { detail: 'There is no pool for a SIM.', pointer: '/sim' },
      { detail: 'names nothing' },
    ];
    expect(problemDocument(validationError(errors), context)).toMatchObject({
      status: 400,
      detail: 'The request has 5 errors.',
      errors: [
        { detail: '`id` must be a UUID.', parameter: 'id' },
        { detail: '`items[0].colour` is not a known member.', pointer: '/items/0/colour' },
        { detail: 'The body is missing.', pointer: '' },
        { detail: 'There is no pool for a SIM.', pointer: '/sim' },
        { detail: 'The request names nothing.' },
      ],
    });
  });

  it('has one sentence for each value that cannot be used', () => {
    const problem = unprocessableValues(
      [{ detail: 'is in no range', pointer: '/externalCode' }, { detail: 'Another SIM has this IMSI.' }],
      {
        code: 'outside-ranges',
      },
    );
    expect(problemDocument(problem, context)).toMatchObject({
      status: 422,
      detail: '`externalCode` is in no range. Another SIM has this IMSI.',
    });
  });

  it('has the additional members', () => {
    expect(problemDocument(conflict('An order is open.', { code: 'open-order', orderId: 'o' }), context)).toMatchObject(
      {
        code: 'open-order',
        orderId: 'o',
      },
    );
    expect(
      problemDocument(
        invalidStatusTransition({ resource, currentStatus: 'ACTIVE', requested: 'unblock', allowed: ['block'] }),
        context,
      ),
    ).toMatchObject({
      status: 409,
      detail: 'The line is ACTIVE and cannot be asked to unblock.',
      resource,
      currentStatus: 'ACTIVE',
      requested: 'unblock',
      allowed: ['block'],
    });
  });

  it('keeps its own type and status if its members have these names', () => {
    // @ts-expect-error Additional members must not have the names of the document's own members.
    const problem = conflict('The invoice is VOID.', { code: 'invoice-not-owed', status: 'VOID' });
    expect(problemDocument(problem, context)).toMatchObject({ status: 409, code: 'invoice-not-owed' });
    const stored: Record<string, unknown> = {
      type: 'line',
      title: 'a',
      status: 'VOID',
      detail: 'b',
      instance: 'c',
      requestId: 'd',
      code: 'e',
    };
    const again = new Problem('conflict', {
      code: 'open-order',
      detail: 'An order is open.',
      members: stored as ProblemMembers,
    });
    expect(problemDocument(again, context)).toEqual(
      problemDocument(conflict('An order is open.', { code: 'open-order' }), context),
    );
  });
});

describe('a problem', () => {
  it('has the headers of its status', () => {
    expect(unauthorized().headers).toEqual({ 'WWW-Authenticate': 'ApiKey realm="linework"' });
    expect(tooManyRequests(3, { RateLimit: '"key";r=0;t=3' }).headers).toEqual({
      RateLimit: '"key";r=0;t=3',
      'Retry-After': '3',
    });
    expect(unavailable('The database is unavailable.', 2).headers).toEqual({ 'Retry-After': '2' });
    expect(conflict('Still running.', { code: 'idempotency-in-flight' }, { 'Retry-After': '1' }).headers).toEqual({
      'Retry-After': '1',
    });
  });

  it('has its cause in the log but not in the document', () => {
    const cause = new Error('connection refused');
    const problem = new Problem('internal-server-error', { cause });
    expect(problem.cause).toBe(cause);
    expect(JSON.stringify(problemDocument(problem, context))).not.toContain('refused');
  });
});

describe('a problem without its own code', () => {
  it('has the name of its type as code', () => {
    expect(problemDocument(notFound('The line does not exist.'), context)).toMatchObject({
      status: 404,
      code: 'not-found',
    });
    expect(problemDocument(validationError([]), context)).toMatchObject({ status: 400, code: 'validation-error' });
  });
});

describe('the catalogue of codes', () => {
  const entries = allProblemCodes.map((code) => [code, getCodeEntry(code)] as const);

  it('has the type, a status of the type, a title and a remedy for each code', () => {
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

  it('distinguishes the two limits, which share a type', () => {
    expect(tooManyRequests(1)).toMatchObject({ name: 'forbidden', status: 429, code: 'rate-limited' });
    expect(tooManyInFlight('in-flight', 3)).toMatchObject({
      name: 'forbidden',
      status: 429,
      code: 'too-many-in-flight',
    });
    expect(getCodeEntry('precondition-failed')).toMatchObject({ problem: 'conflict', status: 412 });
    expect(getCodeEntry('method-not-allowed')).toMatchObject({ problem: 'validation-error', status: 405 });
  });
});

describe('the catalogue of problems', () => {
  it('contains its names only', () => {
    expect(problemNames).toHaveLength(9);
    expect(problemNames.every(isProblemName)).toBe(true);
    expect(isProblemName('toString')).toBe(false);
  });

  it('has a default among the statuses of each type', () => {
    for (const { status, statuses } of Object.values(problems)) expect(statuses).toContain(status);
  });
});
