const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Whether a body of this `Content-Type` says that it is UTF-8, which it does also where it says nothing. */
export function isUtf8ContentType(contentType: string): boolean {
  return /^utf-?8$/i.test(charset.exec(contentType)?.[1] ?? 'utf-8');
}
