import { Link } from '@tanstack/react-router';
import { t } from '../language/translate.ts';
import { readOrdersSearch } from '../orders/orders-search.ts';
import { parseSearch } from '../shell/search-text.ts';
import { Code } from '../ui/code.tsx';
import { keyOf, toParams } from './incident.ts';
import type { OrderGroup } from './use-incidents.ts';

/** The error of a group, which leads to its page. One whose code is masked has no page, and leads to its orders. */
export function IncidentLink({ group }: { readonly group: OrderGroup }) {
  const key = keyOf(group);
  const text = group.errorCode === undefined ? t('none') : <Code text={group.errorCode} />;
  if (key === undefined) {
    return (
      <Link to="/orders" search={readOrdersSearch(parseSearch(group.filter))}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/incidents/$type/$step/$errorCode" params={toParams(key)}>
      {text}
    </Link>
  );
}
