import { expect } from 'vitest';
import type { PlainAnswer } from '../support/send.ts';
import type { InterfaceWorld } from './interface-world.ts';

/** A sentence of the interface, and the requests that prove it. */
export interface Sentence {
  /** The number of its section. */
  readonly section: string;
  readonly says: string;
  /** The request, with the names of ids in braces. */
  readonly request: string;
  /** Fails if the sentence is wrong. Returns the result in words, which must be the same in every run. */
  readonly see: (world: InterfaceWorld) => Promise<string>;
}

/** Returns the media type of a response. */
export const mediaTypeOf = ({ headers }: PlainAnswer): string => headers['content-type']?.split(';')[0] ?? 'no body';

/** Returns the JSON body of a response. Fails if it has another status or media type. */
export function bodyOf(answer: PlainAnswer, status = 200): Record<string, unknown> {
  expect(answer.text && answer.status).toBe(status);
  expect(mediaTypeOf(answer)).toBe('application/json');
  return JSON.parse(answer.text) as Record<string, unknown>;
}
