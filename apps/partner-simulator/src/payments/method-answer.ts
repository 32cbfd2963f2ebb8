import { createHash } from 'node:crypto';
import type { ToldAnswers } from '../told-answers.ts';
import type { Method } from './method.ts';

type Asked = Pick<Method, 'id' | 'type' | 'token'>;

/** What the provider makes of a new method: by what it was told, else by how its token begins. */
export function answerToMethod({ id, type, token }: Asked, told: ReturnType<ToldAnswers['take']>): Method {
  const asked = { kind: 'method', id, type, token } as const;
  const status = statusOf(told?.answer) ?? statusByToken(type, token);
  if (status === 'REFUSED') return { ...asked, status, reason: told?.reason ?? 'REFUSED_BY_ISSUER' };
  return status === 'ACTIVE' ? activated({ ...asked, status }) : { ...asked, status };
}

/** The method in use, with what is known of a card. */
export function activated({ reason: _, ...method }: Method): Method {
  return { ...method, status: 'ACTIVE', ...(method.type === 'CARD' && cardOf(method.token)) };
}

function statusOf(answer: string | undefined): 'ACTIVE' | 'PENDING' | 'REFUSED' | undefined {
  return answer === 'ACTIVE' || answer === 'PENDING' || answer === 'REFUSED' ? answer : undefined;
}

function statusByToken(type: Method['type'], token: string): 'ACTIVE' | 'PENDING' | 'REFUSED' {
  if (token.startsWith('tok_refused')) return 'REFUSED';
  // Whom an account belongs to says yes to Pix in the bank's own program.
  return type === 'PIX_AUTHORIZATION' || token.startsWith('tok_pending') ? 'PENDING' : 'ACTIVE';
}

const brands = ['Visa', 'Mastercard', 'Elo'];

/** A card that is made of its token, so that it is the same each time. */
function cardOf(token: string): Pick<Method, 'brand' | 'lastFour' | 'expiresOn'> {
  const lot = createHash('sha256').update(token).digest().readUInt32BE();
  const brand = brands[lot % brands.length] ?? 'Visa';
  return { brand, lastFour: String(lot % 10_000).padStart(4, '0'), expiresOn: token.startsWith('tok_expired') ? '2020-01-31' : '2035-12-31' };
}
