/** Whether codes come with their check digit, where their type has one, or are to be given it. */
export type CheckDigit = 'present' | 'missing';

/** A code as it is kept; or what is wrong with it, to be put behind its name. */
export type CodeResult = { readonly code: string } | { readonly error: string };

export type CodeReader = (text: string, checkDigit: CheckDigit) => CodeResult;
