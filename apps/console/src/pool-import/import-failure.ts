import type { ImportReport } from '@linework/sdk';

/** What a problem of the import may have in it. */
export interface ImportProblem {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly imported?: number | undefined;
  readonly processedToLine?: number | undefined;
  readonly errors?: ImportReport['errors'] | undefined;
}

/** Why a file was not checked or imported to its end. */
export type ImportFailure =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'connection' }
  /** The browser cannot read the file any more. */
  | { readonly kind: 'file' }
  | { readonly kind: 'answer'; readonly status: number; readonly problem: ImportProblem };

/** The session of the person has ended. */
export const isSignedOut = (failure: ImportFailure): boolean => failure.kind === 'answer' && failure.status === 401;
