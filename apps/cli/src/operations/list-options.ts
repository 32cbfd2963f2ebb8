import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number of at least 1. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return count;
}

/** Parses a number of seconds, such as 0.5. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0)
    throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}
