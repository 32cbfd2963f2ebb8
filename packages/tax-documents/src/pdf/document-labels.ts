import { formatTime } from '../model/format-local-time.ts';
import type { DocumentModel, Receipt } from '../model/receipt.ts';

interface DocumentTitle {
  readonly title: string;
  readonly shortTitle: string;
  /** Whether the tax authority is involved: taxes, an access key, a protocol. */
  readonly isFiscal: boolean;
}

const documentTitles: Readonly<Record<DocumentModel, DocumentTitle>> = {
  '62': {
    title: 'Documento Auxiliar da Nota Fiscal Fatura de Serviços de Comunicação Eletrônica',
    shortTitle: 'NFCom',
    isFiscal: true,
  },
  '22': { title: 'Nota Fiscal de Serviço de Telecomunicações - Modelo 22', shortTitle: 'NFST', isFiscal: true },
  DEBIT_RECEIPT: {
    title: 'Nota de débito - este documento não é uma nota fiscal',
    shortTitle: 'Nota de débito',
    isFiscal: false,
  },
};

/** The titles of a receipt in the PDF. */
export function getDocumentTitle({ documentModel }: Receipt): DocumentTitle {
  return documentTitles[documentModel];
}

export interface StatusWarning {
  /** Across the page. */
  readonly mark: string;
  /** In a line under the head. */
  readonly line: string;
}

/** A warning across the page: cancelled, without value, or not authorised yet. */
export function listWarnings(receipt: Receipt): readonly StatusWarning[] {
  const { cancellation, environment, issue, authorisation, documentModel, issuer } = receipt;
  const { state } = issuer.address;
  const warnings: StatusWarning[] = [];
  if (cancellation !== null) {
    const protocol = cancellation.protocol === undefined ? '' : `, protocolo ${cancellation.protocol}`;
    warnings.push({ mark: 'CANCELADA', line: `CANCELADA em ${formatTime(cancellation.at, state)}${protocol}` });
  }
  if (issue === null) warnings.push({ mark: 'RASCUNHO', line: 'RASCUNHO - SEM VALOR FISCAL' });
  if (environment === 'TRIAL')
    warnings.push({ mark: 'SEM VALOR FISCAL', line: 'SEM VALOR FISCAL - EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO' });
  if (documentModel === '62' && issue !== null && authorisation === null) {
    warnings.push({ mark: 'SEM VALOR FISCAL', line: 'AINDA NÃO AUTORIZADA - SEM VALOR FISCAL' });
  }
  return warnings;
}
