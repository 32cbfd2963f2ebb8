import type { PlainResponse } from '../support/send.ts';

/** Headers that a client uses. The others are the same for every operation. */
const shownHeaders = ['location', 'link', 'etag', 'accept-patch'];

interface Sent {
  readonly path: string;
  readonly mediaType: string | undefined;
  readonly content: string | undefined;
}

export function recordedRequest({ path, mediaType, content }: Sent) {
  return {
    path,
    ...(mediaType !== undefined && content !== undefined && { mediaType, body: readBody(mediaType, content) }),
  };
}

export function recordedResponse({ status, headers, text }: PlainResponse) {
  const shown = Object.fromEntries(
    shownHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const mediaType = headers['content-type']?.split(';')[0];
  const hasText = text !== '' && mediaType !== 'application/pdf';
  return {
    status,
    headers: shown,
    ...(hasText && mediaType !== undefined && { mediaType, body: readBody(mediaType, text) }),
  };
}

const readBody = (mediaType: string, content: string): unknown =>
  mediaType === 'application/json' ? JSON.parse(content) : content;
