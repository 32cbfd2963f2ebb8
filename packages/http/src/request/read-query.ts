/** Reads the query parameters. A parameter that was sent several times has a list of values. */
export function readQuery(url: string): Readonly<Record<string, string | readonly string[]>> {
  // Without a prototype, so that a parameter may have any name.
  const query: Record<string, string | string[]> = Object.create(null);
  const start = url.indexOf('?');
  if (start === -1) return query;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return query;
}
