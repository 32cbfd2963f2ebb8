import { NoAnswer, PassingFault, SystemAway } from '@linework/domain/faults';
import type { z } from 'zod';
import { isNeverSent, isNotPassedOn } from '../is-never-sent.ts';
import { AnswerTooLong, readAnswer } from '../read-answer.ts';

/** The interface of another Linework. */
export interface CatalogAddress {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
}

/**
 * Reads one record of the catalogue; undefined where it has none. Whatever else comes, or does not come, is a `PassingFault`: no answer is
 * `NoAnswer`, and `SystemAway` when the request was never sent.
 */
export async function askCatalog<Answer>(address: CatalogAddress, path: string, shape: z.ZodType<Answer>): Promise<Answer | undefined> {
  const { status, proxyStatus, text } = await read(address, path);
  if (status === 404) return undefined;
  // Answers of a gateway, which the catalogue itself did not answer.
  if (status === 502 || status === 504 || isNotPassedOn(status, proxyStatus)) throw new NoAnswer('catalog-unavailable', unavailable(status));
  if (status !== 200) throw new PassingFault('catalog-unavailable', unavailable(status));
  const answer = shape.safeParse(readJson(text));
  if (!answer.success) throw new PassingFault('catalog-answer-unreadable', 'The catalogue answered something that cannot be read.');
  return answer.data;
}

const unavailable = (status: number) => `The catalogue answered ${status}.`;

interface Received {
  readonly status: number;
  readonly proxyStatus: string | null;
  readonly text: string;
}

async function read({ url, key, timeoutMs }: CatalogAddress, path: string): Promise<Received> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { 'X-API-Key': key, Accept: 'application/json' };
    const response = await fetch(url.replace(/\/+$/, '') + path, { headers, signal: timeout, redirect: 'error' });
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, proxyStatus: response.headers.get('Proxy-Status'), text: await readAnswer(response) };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new PassingFault('catalog-answer-too-long', 'The catalogue answered more than can be read.');
    if (timeout.aborted) throw new NoAnswer('catalog-timeout', 'The catalogue did not answer in time.');
    const Fault = error instanceof Error && isNeverSent(error.cause) ? SystemAway : NoAnswer;
    throw new Fault('catalog-unreachable', 'The connection to the catalogue failed.');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
