/** Where a link of a list leads: to a page, or to a cursor. */
export type Turn = { readonly page: number } | { readonly cursor: string };

/**
 * The value of the `Link` header of one page of a list: how to turn it. `url` is the request's own, whose other parameters stay.
 * Undefined where there is nowhere to turn to.
 */
export function linkHeader(url: string, turns: { readonly next?: Turn | undefined; readonly prev?: Turn | undefined }): string | undefined {
  const links = (['next', 'prev'] as const).flatMap((relation) => {
    const turn = turns[relation];
    return turn === undefined ? [] : [`<${turnedUrl(url, turn)}>; rel="${relation}"`];
  });
  return links.length === 0 ? undefined : links.join(', ');
}

function turnedUrl(url: string, turn: Turn): string {
  const [path = ''] = url.split('?', 1);
  const parameters = new URLSearchParams(url.slice(path.length));
  for (const place of ['page', 'cursor', 'after']) parameters.delete(place);
  for (const [name, value] of Object.entries(turn)) parameters.set(name, String(value));
  return `${path}?${parameters}`;
}
