import { createHash, X509Certificate } from 'node:crypto';
import { RejectedCall } from '@linework/simulator/rejected-call';
import { isAccessKey, parseAccessKey } from '@linework/tax-documents/model/access-key';
import { SignedXml } from 'xml-crypto';
import type { Simulator } from '../open-simulator.ts';
import { checkIbsCbs } from './check-ibs-cbs.ts';
import { checkManualRules } from './check-manual-rules.ts';
import type { Approval, Receipt } from './receipt.ts';

const program = 'Simulador 1.0';

/**
 * The authority's authorisation of a correct receipt. Rejects others with its codes (MOC NFCom), in their order: form,
 * signature, business rules.
 */
export function authoriseReceipt(
  { store, now, authorityRates }: Pick<Simulator, 'store' | 'now' | 'authorityRates'>,
  accessKey: string,
  xml: string,
): Receipt {
  if (!isAccessKey(accessKey))
    throw new RejectedCall(422, '236', 'Rejeição: Chave de Acesso com dígito verificador inválido');
  const { findText } = readSignedDocument(xml, `NFCom${accessKey}`);
  const keyWithoutCode = removeCode(accessKey);
  const existing = store.find('receipt', accessKey);
  if (existing)
    throw new RejectedCall(422, '204', `Rejeição: Duplicidade de NFCom [nProt:${existing.authorisation.protocol}]`);
  if (store.all('receipt').some(({ id }) => removeCode(id) === keyWithoutCode)) {
    throw new RejectedCall(422, '539', 'Rejeição: Duplicidade de NFCom com diferença na Chave de Acesso');
  }
  const parts = parseAccessKey(accessKey);
  if (findText('nNF') !== String(parts?.number) || findText('serie') !== String(parts?.series)) {
    throw new RejectedCall(
      422,
      '502',
      'Rejeição: Erro na Chave de Acesso - Campo Id não corresponde à concatenação dos campos correspondentes',
    );
  }
  checkManualRules(xml, { key: accessKey, now: now() });
  checkIbsCbs(xml, authorityRates);
  const digest = createHash('sha256').update(xml).digest('hex');
  return {
    kind: 'receipt',
    id: accessKey,
    digest,
    authorisation: createApproval(accessKey, store.listEntries().length + 1, now()),
  };
}

/** The authority's registration of the cancellation of one of its receipts. */
export function cancelReceipt({ store, now }: Simulator, accessKey: string, xml: string): Receipt {
  const found = store.find('receipt', accessKey);
  if (!found) throw new RejectedCall(422, '217', 'Rejeição: NFCom não consta na base de dados da SEFAZ');
  const { findText } = readSignedDocument(xml, `ID110111${accessKey}001`);
  if (found.cancellation)
    throw new RejectedCall(422, '218', `Rejeição: NFCom já está cancelada [nProt:${found.cancellation.protocol}]`);
  if (findText('nProt') !== found.authorisation.protocol) {
    throw new RejectedCall(422, '222', 'Rejeição: Protocolo de Autorização de Uso difere do cadastrado');
  }
  if (findText('chNFCom') !== accessKey) throw new RejectedCall(422, '215', 'Rejeição: Falha no schema XML');
  return { ...found, cancellation: createApproval(accessKey, store.listEntries().length + 1, now()) };
}

/** Sixteen digits: an authority of a state (3), the state, the year, a site, and a unique number. */
function createApproval(accessKey: string, serial: number, now: number): Approval {
  const protocol = `3${accessKey.slice(0, 4)}0${String(serial).padStart(10, '0')}`;
  return { protocol, at: new Date(now).toISOString(), program };
}

/** State, issuer, model, series and number: they identify a receipt without its random code. */
function removeCode(accessKey: string): string {
  return `${accessKey.slice(0, 2)}${accessKey.slice(6, 34)}`;
}

/** A signed document of model 62 whose signature is verified. */
interface SignedDocument {
  /** The first text of an element of this name. */
  readonly findText: (element: string) => string | undefined;
}

/**
 * Reads a document and verifies its signature: it must cover the element with the id, and be made with the key of the
 * enclosed certificate. Rejects with the authority's codes. It does not check that the certificate is issued by
 * ICP-Brasil.
 */
function readSignedDocument(xml: string, id: string): SignedDocument {
  const signature = /<Signature [\s\S]*<\/Signature>/.exec(xml)?.[0];
  if (signature === undefined || !xml.includes(` Id="${id}"`))
    throw new RejectedCall(422, '215', 'Rejeição: Falha no schema XML');
  if (!signature.includes(`<Reference URI="#${id}">`))
    throw new RejectedCall(422, '298', 'Rejeição: Assinatura difere do padrão do Sistema');
  const certificate = /<X509Certificate>([^<]+)</.exec(signature)?.[1];
  if (certificate === undefined) throw new RejectedCall(422, '290', 'Rejeição: Certificado Assinatura inválido');
  if (!isSignatureValid(xml, signature, certificate))
    throw new RejectedCall(422, '297', 'Rejeição: Assinatura difere do calculado');
  return { findText: (element) => new RegExp(`<${element}>([^<]*)<`).exec(xml)?.[1] };
}

function isSignatureValid(xml: string, signature: string, certificate: string): boolean {
  try {
    const publicCert = new X509Certificate(Buffer.from(certificate, 'base64')).toString();
    const signed = new SignedXml({ publicCert });
    signed.loadSignature(signature);
    return signed.checkSignature(xml);
  } catch {
    return false;
  }
}
