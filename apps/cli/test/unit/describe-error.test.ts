import { ProblemError } from '@linework/sdk';
import { expect, it } from 'vitest';
import { describeError } from '../../src/api/describe-error.ts';
import type { CliError } from '../../src/errors/cli-error.ts';

it.each([
  ['30', /^Try again in 30 s\.$/],
  // As a proxy answers.
  [new Date(Date.now() + 60_000).toUTCString(), /^Try again in (?:59|60) s\.$/],
  ['soon', /^Try again later\.$/],
  [null, /^Try again later\.$/],
])('says when to try again after Retry-After: %s', (header, remedy) => {
  const headers = new Headers(header === null ? {} : { 'Retry-After': header });
  const problem = { type: 'about:blank', title: 'Temporarily unavailable', status: 503, code: 'unavailable' };
  const { details } = describeError(new ProblemError(problem, { headers, idempotencyKey: undefined })) as CliError;
  expect(details).toContainEqual(expect.stringMatching(remedy));
});
