import { type ProblemDocument, problemSchema } from '@linework/problem-details/problem-document';
import { expect } from 'vitest';
import type { PlainResponse } from './send.ts';
import { publicUrl } from './test-api.ts';

/** Reads a response that must be a complete problem document. */
export function problemIn({ status, headers, text }: PlainResponse): ProblemDocument {
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const document = problemSchema.parse(JSON.parse(text));
  expect(document.status).toBe(status);
  expect(document.requestId).toBe(headers['x-request-id']);
  expect(document.type.startsWith(`${publicUrl}/problems/`), document.type).toBe(true);
  return document;
}
