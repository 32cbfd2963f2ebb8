import { expect } from 'vitest';
import type { PlainAnswer } from '../support/send.ts';
import type { InterfaceWorld } from './interface-world.ts';

/** A sentence of the interface, and the requests that show whether it holds. */
export interface Sentence {
  /** The number of its section. */
  readonly section: string;
  readonly says: string;
  /** The request, with the names of ids in braces. */
  readonly request: string;
  /** Fails unless it holds; answers what was seen, the same in every run. */
  readonly see: (world: InterfaceWorld) => Promise<string>;
}

/** What an answer is, in a few words. */
export const mediaTypeOf = ({ headers }: PlainAnswer): string => headers['content-type']?.split(';')[0] ?? 'no body';

/** Fails unless the answer has this status and holds JSON, which it answers. */
export function bodyOf(answer: PlainAnswer, status = 200): Record<string, unknown> {
  expect(answer.text && answer.status).toBe(status);
  expect(mediaTypeOf(answer)).toBe('application/json');
  return JSON.parse(answer.text) as Record<string, unknown>;
}
