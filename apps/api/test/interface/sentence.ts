import { expect } from 'vitest';
import type { PlainResponse } from '../support/send.ts';
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
export const mediaTypeOf = ({ headers }: PlainResponse): string => headers['content-type']?.split(';')[0] ?? 'no body';

/** Returns the JSON body of a response. Fails if it has another status or media type. */
export function bodyOf(response: PlainResponse, status = 200): Record<string, unknown> {
  expect(response.text && response.status).toBe(status);
  expect(mediaTypeOf(response)).toBe('application/json');
  return JSON.parse(response.text) as Record<string, unknown>;
}
