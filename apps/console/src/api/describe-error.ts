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
    const details = error.errors.map(({ detail }) => detail);
    const isOutdated = error.code === 'precondition-failed';
    return {
      title: tKnown(error.title),
      detail: isOutdated
        ? t('It was changed meanwhile, and nothing was saved. Open the form again to see it as it is now.')
        : details.length > 0
          ? details.join(' ')
          : (error.detail ?? error.code),
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
