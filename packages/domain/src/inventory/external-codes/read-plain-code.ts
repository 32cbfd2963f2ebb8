import type { CodeResult } from './code-reader.ts';

const visiblePattern = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]{1,64}$/u;

/** A code of a type without rules of its own: as it is written, so long as it can be seen. */
export const readPlainCode = (text: string): CodeResult => (visiblePattern.test(text) ? { code: text } : { error: 'must be 1 to 64 visible characters' });
