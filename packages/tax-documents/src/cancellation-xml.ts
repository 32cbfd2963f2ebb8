import { parseAccessKey } from './access-key.ts';
import { latinText } from './latin-text.ts';
import { localTime } from './local-time.ts';
import { environmentCode } from './nfcom/header.ts';
import { nfcomNamespace, nfcomVersion } from './nfcom-xml.ts';
import type { Receipt } from './receipt.ts';
import { stateCode } from './states.ts';
import { declaration, group, text } from './xml-element.ts';
import { type Signer, signatureOf } from './xml-signature.ts';

export interface CancellationRequest {
  readonly environment: Receipt['environment'];
  readonly accessKey: string;
  /** Under which the receipt was authorised, sixteen digits. */
  readonly protocol: string;
  /** Why, in 15 to 255 characters. */
  readonly reason: string;
  readonly at: Date;
}

const cancellation = '110111';
/** A receipt is cancelled once. */
const sequence = '001';

/** The signed request to register the cancellation of a receipt (event 110111), valid against eventoNFCom_v1.00.xsd. Throws a RangeError for what is not allowed there. */
export function cancellationXml(request: CancellationRequest, signer: Signer): string {
  const parts = parseAccessKey(request.accessKey);
  const reason = latinText(request.reason);
  if (parts === undefined || !/^\d+$/.test(parts.cnpj)) throw new RangeError(`${request.accessKey} is no access key of layout 1.00.`);
  if (!/^\d{16}$/.test(request.protocol)) throw new RangeError(`${request.protocol} is no protocol: it has 16 digits.`);
  if (reason.length < 15 || reason.length > 255) throw new RangeError('The reason of a cancellation has 15 to 255 characters.');
  const id = `ID${cancellation}${request.accessKey}${sequence}`;
  const event = [
    text('cOrgao', stateCode(parts.state)),
    text('tpAmb', environmentCode(request)),
    text('CNPJ', parts.cnpj),
    text('chNFCom', request.accessKey),
    text('dhEvento', localTime(request.at, parts.state)),
    text('tpEvento', cancellation),
    text('nSeqEvento', '1'),
    group('detEvento', [group('evCancNFCom', [text('descEvento', 'Cancelamento'), text('nProt', request.protocol), text('xJust', reason)])], {
      versaoEvento: nfcomVersion,
    }),
  ];
  const body = group('infEvento', event, { Id: id });
  const signature = signatureOf(body, id, nfcomNamespace, signer);
  return `${declaration}${group('eventoNFCom', [body, signature], { xmlns: nfcomNamespace, versao: nfcomVersion })}`;
}
