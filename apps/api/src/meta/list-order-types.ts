import { listAllowedStatuses } from '@linework/engine/commands/place-order';
import type { OrderTypeVersions } from '@linework/engine/model/order-type';
import { implement } from '@linework/http/implement';
import { listOrderTypesRoute } from '@linework/schemas/meta/meta.routes';
import type { Deps } from '../deps.ts';

export const listOrderTypes = implement(listOrderTypesRoute, async (_request, { orderTypes }: Deps) => ({
  status: 200,
  body: { items: [...orderTypes.values()].map(toOrderTypeDocument) },
}));

/** An order type as it is published. */
function toOrderTypeDocument([newest, ...earlier]: OrderTypeVersions) {
  const { code, version, summary, onFailure, change, steps } = newest;
  return {
    code,
    version,
    earlierVersions: earlier.map((orderType) => orderType.version),
    summary,
    onFailure,
    request: change.request,
    from: change.request === 'create' ? [] : [...listAllowedStatuses(newest)],
    steps: steps.map(({ code: step, action, kind, pointOfNoReturn = false }) => ({
      code: `${code}.${step}`,
      actionCode: action,
      kind,
      pointOfNoReturn,
    })),
  };
}
