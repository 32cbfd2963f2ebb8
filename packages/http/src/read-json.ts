import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { findJsonErrorPosition } from './find-json-error-position.ts';
import { isUtf8ContentType } from './is-utf8-content-type.ts';
import { type ParsedJson, parseJson } from './parse-json.ts';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** What a PATCH means is said by its media type: the others of JSON (RFC 6902, RFC 7396) mean something else. */
const plainJsonType = /^application\/json\s*(?:;|$)/i;

/** The JSON value of a body, undefined where the body is empty, and what in it cannot be kept. Refuses other media types and text that is not JSON. */
export function readJson(bytes: Buffer, headers: IncomingHttpHeaders, { isPatch = false }: { readonly isPatch?: boolean } = {}): ParsedJson {
  if (bytes.length === 0) return { value: undefined, errors: [] };
  const contentType = headers['content-type'] ?? '';
  if (!(isPatch ? plainJsonType : jsonType).test(contentType) || !isUtf8ContentType(contentType)) throw unsupportedMediaType(isPatch);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw badRequest('unsupported-encoding', 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
  }
  if (!isUtf8(bytes)) throw badRequest('malformed-json', 'The body is not UTF-8 text.');
  return parseBody(bytes.toString());
}

function unsupportedMediaType(isPatch: boolean) {
  const headers = { Accept: 'application/json', ...(isPatch && { 'Accept-Patch': 'application/json' }) };
  return badRequest('unsupported-media-type', 'The body must be application/json in UTF-8.', headers);
}

function parseBody(text: string): ParsedJson {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // What the parser says is not repeated: it quotes the body.
    const { line, column } = findJsonErrorPosition(text);
    throw badRequest('malformed-json', `The body is not JSON: see line ${line}, column ${column}.`);
  }
}
