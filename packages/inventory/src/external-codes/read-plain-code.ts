import type { CodeResult } from './code-reader.ts';

const visiblePattern = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]{1,64}$/u;

/** Reads a code of a type without its own rules: any visible characters, unchanged. */
export const readPlainCode = (text: string): CodeResult =>
  visiblePattern.test(text) ? { code: text } : { error: 'must be 1 to 64 visible characters' };
