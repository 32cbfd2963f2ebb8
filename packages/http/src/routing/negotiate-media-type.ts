interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * Returns the available media type with the highest quality in `Accept`, the first one if several are equal; undefined
 * if all are excluded. An empty header accepts all.
 */
export function negotiateMediaType(accept: string | undefined, available: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return available[0];
  const ranges = accept.split(',').map(readRange);
  let best: MediaRange | undefined;
  for (const type of available) {
    const quality = findQuality(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

/** The most specific range that matches a type decides (RFC 9110, 12.5.1). */
function findQuality(type: string, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const pattern of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
