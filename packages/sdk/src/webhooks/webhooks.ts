import { sign } from './sign.ts';
import { verify } from './verify.ts';

/** The receiver's side of webhooks, by Standard Webhooks 1.0.0. */
export const webhooks = { verify, sign } as const;
