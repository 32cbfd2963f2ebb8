/**
 * Whether codes include their check digit, where their type has one, or the import computes it, or the codes of the
 * pool have none.
 */
export type CheckDigit = 'present' | 'missing' | 'none';

/** A code in its stored form, or the error in it as a predicate for its name. */
export type CodeResult = { readonly code: string } | { readonly error: string };

export type CodeReader = (text: string, checkDigit: CheckDigit) => CodeResult;
