import { t } from '../language/translate.ts';
import { Copy } from '../ui/copy.tsx';
import { Fact } from '../ui/facts.tsx';
import { shortId } from '../ui/text/order-text.ts';

/** An id: its end, and all of it with a click. */
export const IdFact = ({ name, id }: { readonly name: string; readonly id: string }) => (
  <Fact name={name}>
    <code title={id}>{shortId(id)}</code>{' '}
    <Copy text={id} what={t('the id of the {name}', { name: name.toLowerCase() })} />
  </Fact>
);
