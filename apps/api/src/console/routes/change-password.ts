import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { checkPassword, passwordLength } from '@linework/operators/check-password';
import { changePassword as change } from '@linework/operators/set-password';
import { countPasswordCheck, forgetPasswordChecks } from '@linework/operators/sign-in-limits';
import { tooManySignIns, validationError, wrongNameOrPassword } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { getPerson, withOwnRows } from './get-person.ts';

const changePasswordRoute = defineRoute({
  name: 'changePassword',
  method: 'post',
  path: '/password',
  tag: 'console',
  summary: 'Choose another password',
  description:
    'At least 12 characters, 6 of them different. A password that is guessed soon is rejected: a common ' +
    'one, your name, a run of keys, a date or a repetition. Every other session of yours ends.',
  scope: 'operator',
  body: z.strictObject({
    current: z.string().min(1).max(passwordLength.max),
    next: z.string().min(1).max(passwordLength.max),
  }),
  responses: { 204: { description: 'Changed.' } },
  problems: ['not-signed-in', 'wrong-name-or-password', 'too-many-sign-ins'],
});

export const changePassword = implement(changePasswordRoute, async ({ body, caller, address }, { db }: Deps) => {
  const { id, name, tokenDigest } = getPerson(caller);
  const detail = body.next === body.current ? 'must differ from the current one' : await checkPassword(body.next, name);
  if (detail !== undefined) throw validationError([{ detail, pointer: '/next' }]);
  // Who holds a session that is not theirs cannot guess the password here instead.
  return withOwnRows(async () => {
    const waitSeconds = await countPasswordCheck(db, { id, name, address });
    if (waitSeconds > 0) throw tooManySignIns(waitSeconds);
    if (!(await change(db, { operatorId: id, ...body, tokenDigest }))) throw wrongNameOrPassword();
    await forgetPasswordChecks(db, id);
    return { status: 204 };
  });
});
