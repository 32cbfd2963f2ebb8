/** Whether the codes of a file include their check digit, where their type has one, or the import computes it. */
export type CheckDigit = 'present' | 'missing';

/** A code in its stored form, or the error in it as a predicate for its name. */
export type CodeResult = { readonly code: string } | { readonly error: string };

export type CodeReader = (text: string, checkDigit: CheckDigit) => CodeResult;
