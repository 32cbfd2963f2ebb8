import { createHash } from 'node:crypto';
import { RefusedCall } from '@linework/simulator/refused-call';
import { isAccessKey, parseAccessKey } from '@linework/tax-documents/access-key';
import type { Simulator } from '../simulator.ts';
import { checkIbsCbs } from './check-ibs-cbs.ts';
import type { Answer, Receipt } from './receipt.ts';
import { readSigned } from './signed-document.ts';

const program = 'Simulador 1.0';

/** The authority's yes to a receipt that nothing stands against. Refuses with its codes (MOC NFCom), in their order: form, signature, business. */
export function authorised({ books, now }: Simulator, accessKey: string, xml: string): Receipt {
  if (!isAccessKey(accessKey)) throw new RefusedCall(422, '236', 'Rejeição: Chave de Acesso com dígito verificador inválido');
  const { textOf } = readSigned(xml, `NFCom${accessKey}`);
  const numbered = withoutCode(accessKey);
  const same = books.find('receipt', accessKey);
  if (same) throw new RefusedCall(422, '204', `Rejeição: Duplicidade de NFCom [nProt:${same.authorisation.protocol}]`);
  if (books.all('receipt').some(({ id }) => withoutCode(id) === numbered)) {
    throw new RefusedCall(422, '539', 'Rejeição: Duplicidade de NFCom com diferença na Chave de Acesso');
  }
  const parts = parseAccessKey(accessKey);
  if (textOf('nNF') !== String(parts?.number) || textOf('serie') !== String(parts?.series)) {
    throw new RefusedCall(422, '502', 'Rejeição: Erro na Chave de Acesso - Campo Id não corresponde à concatenação dos campos correspondentes');
  }
  checkIbsCbs(xml);
  const digest = createHash('sha256').update(xml).digest('hex');
  return { kind: 'receipt', id: accessKey, digest, authorisation: answerOf(accessKey, books.ledger().length + 1, now()) };
}

/** The authority's yes to the cancellation of a receipt of its own. */
export function cancelled({ books, now }: Simulator, accessKey: string, xml: string): Receipt {
  const found = books.find('receipt', accessKey);
  if (!found) throw new RefusedCall(422, '217', 'Rejeição: NFCom não consta na base de dados da SEFAZ');
  const { textOf } = readSigned(xml, `ID110111${accessKey}001`);
  if (found.cancellation) throw new RefusedCall(422, '218', `Rejeição: NFCom já está cancelada [nProt:${found.cancellation.protocol}]`);
  if (textOf('nProt') !== found.authorisation.protocol) {
    throw new RefusedCall(422, '222', 'Rejeição: Protocolo de Autorização de Uso difere do cadastrado');
  }
  if (textOf('chNFCom') !== accessKey) throw new RefusedCall(422, '215', 'Rejeição: Falha no schema XML');
  return { ...found, cancellation: answerOf(accessKey, books.ledger().length + 1, now()) };
}

/** Sixteen digits: an authority of a state (3), the state, the year, a site, and a number that nobody else has. */
function answerOf(accessKey: string, serial: number, now: number): Answer {
  const protocol = `3${accessKey.slice(0, 4)}0${String(serial).padStart(10, '0')}`;
  return { protocol, at: new Date(now).toISOString(), program };
}

/** State, issuer, model, series and number, by which a receipt is told apart whatever was drawn by lot. */
function withoutCode(accessKey: string): string {
  return `${accessKey.slice(0, 2)}${accessKey.slice(6, 34)}`;
}
