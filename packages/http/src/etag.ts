import { hash } from 'node:crypto';

const etagLength = 22;

/** Computes the strong ETag of a record: a hash of its JSON. Equal JSON has the same ETag in every response. */
export const computeEtag = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, etagLength)}"`;

const etagPattern = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const etagListPattern = new RegExp(String.raw`^(?:\*|${etagPattern}(?:[ \t]*,[ \t]*${etagPattern})*)$`);

/** Parses the ETags of `If-Match` or `If-None-Match`, or `*`; undefined if the header is invalid. */
export function parseEtags(value: string): readonly string[] | undefined {
  return etagListPattern.test(value) ? (value.match(new RegExp(`\\*|${etagPattern}`, 'g')) ?? []) : undefined;
}

/** Strong comparison: a weak ETag never matches (RFC 9110, 8.8.3.2). */
export const matchesStrongly = (tags: readonly string[], etag: string): boolean =>
  tags.includes('*') || tags.includes(etag);

/** Weak comparison: `W/` is ignored. */
export const matchesWeakly = (tags: readonly string[], etag: string): boolean =>
  matchesStrongly(tags, etag) || tags.includes(`W/${etag}`);

/** What a proxy that compresses adds inside the quotes: nginx and Apache, Jetty, Envoy, Caddy. */
const proxySuffix = /[-;]{1,2}(?:gzip|br|zstd|deflate)"$/i;

/** A tag in which a proxy has changed this ETag: it made it weak, or added the name of a compression. */
export const findRewritten = (tags: readonly string[], etag: string): string | undefined =>
  tags.find((tag) => tag !== etag && tag.replace(/^W\//, '').replace(proxySuffix, '"') === etag);
