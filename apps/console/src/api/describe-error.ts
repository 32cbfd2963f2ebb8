import { ConnectionError, ProblemError } from '@linework/sdk';
import { t, tKnown } from '../language/translate.ts';

export interface ErrorText {
  readonly title: string;
  readonly detail: string;
  readonly requestId?: string | undefined;
}

/** What a person reads about a request that failed. */
export function describeError(error: unknown): ErrorText {
  if (error instanceof ProblemError) {
    return {
      title: tKnown(error.title),
      detail: detailOf(error),
      requestId: error.requestId,
    };
  }
  if (error instanceof ConnectionError)
    return {
      title: t('No answer from the server'),
      detail: t('The request got no answer. The page asks again by itself.'),
    };
  return { title: t('This could not be shown'), detail: error instanceof Error ? error.message : String(error) };
}

/** There is no such record, or no such route because the server is of an earlier release. */
export const isNotFound = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

/** The ETag of a record is not what a person thinks of. */
function detailOf({ code, detail, errors }: ProblemError): string {
  if (code === 'precondition-failed')
    return t('It was changed meanwhile, and nothing was saved. Open the form again to see it as it is now.');
  return errors.length > 0 ? errors.map((one) => one.detail).join(' ') : (detail ?? code);
}
