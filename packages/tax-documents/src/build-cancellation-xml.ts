import { nfcomNamespace, nfcomVersion } from './build-nfcom-xml.ts';
import { parseAccessKey } from './model/access-key.ts';
import { formatLocalTime } from './model/format-local-time.ts';
import type { Receipt } from './model/receipt.ts';
import { getEnvironmentCode } from './model/receipt.ts';
import { getStateCode } from './model/states.ts';
import { toLatinText } from './model/to-latin-text.ts';
import { buildElement, buildTextElement, xmlDeclaration } from './model/xml-element.ts';
import { type Signer, signXml } from './sign-xml.ts';

export interface CancellationRequest {
  readonly environment: Receipt['environment'];
  readonly accessKey: string;
  /** The protocol of the receipt's authorisation, sixteen digits. */
  readonly protocol: string;
  /** The reason, in 15 to 255 characters. */
  readonly reason: string;
  readonly at: Date;
}

const cancellationEventType = '110111';
/** A receipt is cancelled once. */
const eventSequence = '001';

/**
 * The signed request to register the cancellation of a receipt (event 110111), valid against eventoNFCom_v1.00.xsd.
 * Throws a RangeError for values that the schema does not allow.
 */
export function buildCancellationXml(request: CancellationRequest, signer: Signer): string {
  const parts = parseAccessKey(request.accessKey);
  const reason = toLatinText(request.reason);
  if (parts === undefined) throw new RangeError(`${request.accessKey} is not an access key of layout 1.00.`);
  if (!/^\d{16}$/.test(request.protocol))
    throw new RangeError(`${request.protocol} is not a protocol: it must have 16 digits.`);
  if (reason.length < 15 || reason.length > 255)
    throw new RangeError('The reason of a cancellation must have 15 to 255 characters.');
  const id = `ID${cancellationEventType}${request.accessKey}${eventSequence}`;
  const event = [
    buildTextElement('cOrgao', getStateCode(parts.state)),
    buildTextElement('tpAmb', getEnvironmentCode(request)),
    buildTextElement('CNPJ', parts.cnpj),
    buildTextElement('chNFCom', request.accessKey),
    buildTextElement('dhEvento', formatLocalTime(request.at, parts.state)),
    buildTextElement('tpEvento', cancellationEventType),
    buildTextElement('nSeqEvento', '1'),
    buildElement(
      'detEvento',
      [
        buildElement('evCancNFCom', [
          buildTextElement('descEvento', 'Cancelamento'),
          buildTextElement('nProt', request.protocol),
          buildTextElement('xJust', reason),
        ]),
      ],
      {
        versaoEvento: nfcomVersion,
      },
    ),
  ];
  const body = buildElement('infEvento', event, { Id: id });
  const signature = signXml(body, id, nfcomNamespace, signer);
  const attributes = { xmlns: nfcomNamespace, versao: nfcomVersion };
  return `${xmlDeclaration}${buildElement('eventoNFCom', [body, signature], attributes)}`;
}
