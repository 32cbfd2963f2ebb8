import { PermanentError } from '@linework/engine/model/system-errors';

/**
 * Makes a call that may have taken effect before, or that another worker may be making now. The partner may refuse the
 * repetition, so a refusal counts only if the partner does not know the record: `whenUnknown` is the response then.
 * Otherwise the record is the response. Raises a `TransientError` without a response.
 */
export async function callOrFind<Response>(
  call: () => Promise<Response>,
  find: () => Promise<Response | undefined>,
  whenUnknown: (refusal: PermanentError) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return (await find()) ?? whenUnknown(error);
  }
}
