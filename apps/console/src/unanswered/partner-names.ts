import type { partnerOf, UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { t } from '../language/translate.ts';

/** The systems of other companies, except the network. */
export const partnerNames: Readonly<Record<(typeof partnerOf)[UnansweredKind], string>> = {
  'payment-provider': t('Payment provider'),
  'tax-authority': t('Tax authority'),
  'clearing-house': t('Clearing house'),
};
