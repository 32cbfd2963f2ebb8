import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { findJsonErrorPosition } from './find-json-error-position.ts';
import { isUtf8ContentType } from './is-utf8-content-type.ts';
import { type ParsedJson, parseJson } from './parse-json.ts';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The media type defines the meaning of a PATCH. The other JSON types (RFC 6902, RFC 7396) have another meaning. */
const plainJsonType = /^application\/json\s*(?:;|$)/i;

/**
 * Parses the JSON of a body; undefined if the body is empty. Lists the values that cannot be stored. Rejects other
 * media types and invalid JSON.
 */
export function readJson(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  { isPatch = false }: { readonly isPatch?: boolean } = {},
): ParsedJson {
  if (bytes.length === 0) return { value: undefined, errors: [] };
  const contentType = headers['content-type'] ?? '';
  if (!(isPatch ? plainJsonType : jsonType).test(contentType) || !isUtf8ContentType(contentType))
    throw unsupportedMediaType(isPatch);
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
    // The message of the parser is not used, because it quotes the body.
    const { line, column } = findJsonErrorPosition(text);
    throw badRequest('malformed-json', `The body is not JSON: see line ${line}, column ${column}.`);
  }
}
