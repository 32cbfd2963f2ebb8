const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Whether a `Content-Type` means UTF-8. Without a charset it does. */
export function isUtf8ContentType(contentType: string): boolean {
  return /^utf-?8$/i.test(charset.exec(contentType)?.[1] ?? 'utf-8');
}
