import type { Holder, Page as ListPage } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { FieldFault } from '../ui/form/form-values.ts';

/** The only holder with a tax id: each broker may have one. Nobody, or another one, is a fault of its field. */
export async function findHolder(taxId: string): Promise<Holder> {
  const federalTaxId = taxId.replaceAll(/\D/g, '');
  const found: ListPage<Holder> = await linework.holders.list({ federalTaxId, limit: 2 });
  const [holder, another] = found.items;
  if (holder === undefined) throw new FieldFault('taxId', t('No holder has this CPF or CNPJ.'));
  if (another !== undefined)
    throw new FieldFault('taxId', t('Several brokers have a holder with it. Begin from the page of the right one.'));
  return holder;
}

/** Whether it is long enough to be looked for. */
export const isTaxId = (text: string): boolean => text.replaceAll(/\D/g, '').length >= 11;
