const origin = 'https://console.invalid';

/**
 * Whether a text is the path of a page of the console, as a browser reads it: `//host`, `/\host` and `/console/../x`
 * lead elsewhere.
 */
export function isConsolePath(text: string): boolean {
  if (!text.startsWith('/console') || !URL.canParse(text, origin)) return false;
  const url = new URL(text, origin);
  return url.origin === origin && /^\/console(?:$|\/(?!api(?:$|\/)))/.test(url.pathname);
}
