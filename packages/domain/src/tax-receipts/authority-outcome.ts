import { unavailable, unprocessableRequest } from '@linework/problem-details/make-problem';

/** What the authority said when it refused. */
export interface AuthorityRefusal {
  readonly code: string;
  readonly detail: string;
}

export type AuthorityOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unanswered'; readonly code: string; readonly retryAfterSeconds: number }
  | ({ readonly kind: 'refused' } & AuthorityRefusal);

/** Raises what the authority's refusal or silence is to a client. */
export function assertDone(outcome: AuthorityOutcome): void {
  if (outcome.kind === 'done') return;
  if (outcome.kind === 'unanswered') throw unavailable('The tax authority does not answer; it is asked until it does.', outcome.retryAfterSeconds);
  const { code, detail } = outcome;
  throw unprocessableRequest(`The tax authority refused the receipt with the code ${code}: "${detail}".`, {
    code: 'refused-by-authority',
    authorityCode: code,
  });
}
