import { createHash } from 'node:crypto';
import type { ScriptedReplies } from '../scripted-replies.ts';
import type { Method } from './method.ts';

type MethodInput = Pick<Method, 'id' | 'type' | 'token'>;

/** The provider's result for a new method: the scripted reply if there is one, otherwise by the start of its token. */
export function createMethod(
  { id, type, token }: MethodInput,
  scripted: ReturnType<ScriptedReplies['consume']>,
): Method {
  const input = { kind: 'method', id, type, token } as const;
  const status = readStatus(scripted?.answer) ?? getStatusByToken(type, token);
  if (status === 'REFUSED') return { ...input, status, reason: scripted?.reason ?? 'REFUSED_BY_ISSUER' };
  return status === 'ACTIVE' ? activateMethod({ ...input, status }) : { ...input, status };
}

/** The active method, with the data of its card. */
export function activateMethod({ reason: _, ...method }: Method): Method {
  return { ...method, status: 'ACTIVE', ...(method.type === 'CARD' && createCard(method.token)) };
}

function readStatus(answer: string | undefined): 'ACTIVE' | 'PENDING' | 'REFUSED' | undefined {
  return answer === 'ACTIVE' || answer === 'PENDING' || answer === 'REFUSED' ? answer : undefined;
}

function getStatusByToken(type: Method['type'], token: string): 'ACTIVE' | 'PENDING' | 'REFUSED' {
  if (token.startsWith('tok_refused')) return 'REFUSED';
  // The owner of an account confirms Pix in the bank's own program.
  return type === 'PIX_AUTHORIZATION' || token.startsWith('tok_pending') ? 'PENDING' : 'ACTIVE';
}

const brands = ['Visa', 'Mastercard', 'Elo'];

/** A card derived from its token, so that it is the same each time. */
function createCard(token: string): Pick<Method, 'brand' | 'lastFour' | 'expiresOn'> {
  const seed = createHash('sha256').update(token).digest().readUInt32BE();
  const brand = brands[seed % brands.length] ?? 'Visa';
  return {
    brand,
    lastFour: String(seed % 10_000).padStart(4, '0'),
    expiresOn: token.startsWith('tok_expired') ? '2020-01-31' : '2035-12-31',
  };
}
