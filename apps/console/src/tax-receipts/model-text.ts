import type { TaxReceipt } from '@linework/sdk';
import { t } from '../language/translate.ts';

/** `NFCom (62)`: what the authority calls a model. */
export const modelText = (model: TaxReceipt['documentModel']): string =>
  ({ '62': t('NFCom (62)'), '22': t('NFST (22)'), DEBIT_RECEIPT: t('Debit receipt') })[model];
