import { PassingFault } from '@linework/domain/faults';
import type { z } from 'zod';
import { AnswerTooLong, readAnswer } from '../read-answer.ts';

/** The interface of another Linework. */
export interface CatalogAddress {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
}

/** Reads one record of the catalogue; undefined where it has none. Whatever else comes, or does not come, is a `PassingFault`. */
export async function askCatalog<Answer>(address: CatalogAddress, path: string, shape: z.ZodType<Answer>): Promise<Answer | undefined> {
  const { status, text } = await read(address, path);
  if (status === 404) return undefined;
  if (status !== 200) throw new PassingFault('catalog-unavailable', `The catalogue answered ${status}.`);
  const answer = shape.safeParse(readJson(text));
  if (!answer.success) throw new PassingFault('catalog-answer-unreadable', 'The catalogue answered something that cannot be read.');
  return answer.data;
}

async function read({ url, key, timeoutMs }: CatalogAddress, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { 'X-API-Key': key, Accept: 'application/json' };
    const response = await fetch(url.replace(/\/+$/, '') + path, { headers, signal: timeout, redirect: 'error' });
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, text: await readAnswer(response) };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new PassingFault('catalog-answer-too-long', 'The catalogue answered more than can be read.');
    if (timeout.aborted) throw new PassingFault('catalog-timeout', 'The catalogue did not answer in time.');
    throw new PassingFault('catalog-unreachable', 'The connection to the catalogue failed.');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
