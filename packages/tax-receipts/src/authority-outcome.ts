import { unavailable, unprocessableRequest } from '@linework/problem-details/make-problem';

/** The authority's refusal. */
export interface AuthorityRefusal {
  readonly code: string;
  readonly detail: string;
}

export type AuthorityOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unanswered'; readonly retryAfterSeconds: number }
  | ({ readonly kind: 'refused' } & AuthorityRefusal);

/** Turns the authority's refusal or missing response into a problem for the client. */
export function assertDone(outcome: AuthorityOutcome): void {
  if (outcome.kind === 'done') return;
  if (outcome.kind === 'unanswered')
    throw unavailable(
      'The tax authority does not respond. Linework repeats the call until it does.',
      outcome.retryAfterSeconds,
    );
  const { code, detail } = outcome;
  throw unprocessableRequest(`The tax authority refused the receipt with the code ${code}: "${detail}".`, {
    code: 'refused-by-authority',
    authorityCode: code,
  });
}
