import { methodNotAllowed } from '@linework/problem-details/make-problem';
import type { Handler } from 'express';

/** Mount it after the `get` of a page that is not a route: methods other than GET and HEAD get 405. */
export const allowOnlyGet: Handler = () => {
  throw methodNotAllowed(['GET', 'HEAD']);
};
