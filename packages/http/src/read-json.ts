import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { refusedRequest } from '@linework/problem-details/make-problem';
import { checkJsonValue } from './check-json-value.ts';
import { faultyPlace } from './faulty-place.ts';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The JSON value of a body, undefined where the body is empty. Refuses other media types, text that is not JSON, and values that cannot be kept. */
export function readJson(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length === 0) return undefined;
  if (!jsonType.test(headers['content-type'] ?? '')) {
    throw refusedRequest(415, 'unsupported-media-type', 'The body must be application/json.', { Accept: 'application/json' });
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw refusedRequest(415, 'unsupported-encoding', 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
  }
  if (!isUtf8(bytes)) throw refusedRequest(400, 'malformed-json', 'The body is not UTF-8 text.');
  const value = parseJson(bytes.toString());
  checkJsonValue(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says is not repeated: it quotes the body.
    const { line, column } = faultyPlace(text);
    throw refusedRequest(400, 'malformed-json', `The body is not JSON: see line ${line}, column ${column}.`);
  }
}
