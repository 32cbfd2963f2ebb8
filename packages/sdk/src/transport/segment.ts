/** Fills a value into a path. `.` and `..` would be another path. */
export function segment(value: string): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(
      `A value of the path is ${value === undefined || value === '' ? 'missing' : `not usable: ${String(value)}`}.`,
    );
  }
  return encodeURIComponent(value);
}
