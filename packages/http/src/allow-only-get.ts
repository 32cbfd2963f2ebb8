import { methodNotAllowed } from '@linework/problem-details/make-problem';
import type { Handler } from 'express';

/** Stands behind the `get` of a page that is no route: whatever else than GET and HEAD is used there answers 405. */
export const allowOnlyGet: Handler = () => {
  throw methodNotAllowed(['GET', 'HEAD']);
};
