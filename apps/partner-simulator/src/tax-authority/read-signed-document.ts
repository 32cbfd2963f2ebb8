import { X509Certificate } from 'node:crypto';
import { RejectedCall } from '@linework/simulator/rejected-call';
import { SignedXml } from 'xml-crypto';

/** A signed document of model 62 whose signature is verified. */
export interface SignedDocument {
  /** The first text of an element of this name. */
  readonly findText: (element: string) => string | undefined;
}

/**
 * Reads a document and verifies its signature: it must cover the element with the id, and be made with the key of the enclosed certificate. Rejects
 * with the authority's codes. It does not check that the certificate is issued by ICP-Brasil.
 */
export function readSignedDocument(xml: string, id: string): SignedDocument {
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
