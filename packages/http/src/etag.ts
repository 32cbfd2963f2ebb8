import { hash } from 'node:crypto';

const etagLength = 22;

/** The strong entity tag of a record: a hash of its JSON. Equal JSON has equal tags, in whichever answer it stands. */
export const computeEtag = (content: string | Uint8Array): string => `"${hash('sha256', content, 'base64url').slice(0, etagLength)}"`;

const etagPattern = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const etagListPattern = new RegExp(String.raw`^(?:\*|${etagPattern}(?:[ \t]*,[ \t]*${etagPattern})*)$`);

/** The entity tags of `If-Match` or `If-None-Match`, or `*`; undefined where the header has another form. */
export function parseEtags(value: string): readonly string[] | undefined {
  return etagListPattern.test(value) ? (value.match(new RegExp(`\\*|${etagPattern}`, 'g')) ?? []) : undefined;
}

/** Whether one of the tags is exactly this one, which a weak tag never is (RFC 9110, 8.8.3.2). */
export const matchesStrongly = (tags: readonly string[], etag: string): boolean => tags.includes('*') || tags.includes(etag);

/** Whether one of the tags is this one, weak or not. */
export const matchesWeakly = (tags: readonly string[], etag: string): boolean => matchesStrongly(tags, etag) || tags.includes(`W/${etag}`);
