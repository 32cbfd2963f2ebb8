import type { ApiRequest, QueryValue } from '../options.ts';

/** Builds the address of a request. A list is sent as a repeated parameter, a date in ISO 8601. */
export function buildUrl(baseUrl: string, { path, query = {} }: Pick<ApiRequest, 'path' | 'query'>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) parameters.append(name, toText(one));
  }
  if (parameters.size === 0) return baseUrl + path;
  return `${baseUrl}${path}${path.includes('?') ? '&' : '?'}${parameters}`;
}

function toText(value: string | number | boolean | Date): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
