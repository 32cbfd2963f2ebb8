import { listAllowedStatuses } from '@linework/engine/commands/place-order';
import type { OrderTypeVersions } from '@linework/engine/model/order-type';
import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { listCodes } from '@linework/problem-details/codes/problem-codes';
import { isProblemName, problems } from '@linework/problem-details/codes/problems';
import { notFound } from '@linework/problem-details/make-problem';
import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import {
  getLifecycleRoute,
  getProblemRoute,
  listLifecyclesRoute,
  listOrderTypesRoute,
} from '@linework/schemas/meta/meta.routes';
import { endpoint } from '../request/endpoint.ts';

const getProblemEndpoint = endpoint(getProblemRoute, async ({ params: { name } }, { publicUrl }) => {
  if (!isProblemName(name)) throw notFound(`There is no problem type ${name}.`);
  const { title, statuses, explanation } = problems[name];
  const body = {
    type: `${publicUrl}/problems/${name}`,
    name,
    title,
    statuses: [...statuses],
    explanation,
    codes: listCodes(name),
  };
  return { status: 200, body };
});

export const meta = {
  '/lifecycles': {
    get: endpoint(listLifecyclesRoute, async () => ({
      status: 200,
      body: { items: lifecycles.map((lifecycle) => toLifecycleDocument(lifecycle as unknown as Lifecycle)) },
    })),
    '/{name}': {
      get: endpoint(getLifecycleRoute, async ({ params }) => {
        const lifecycle = lifecycles.find(({ name }) => name === params.name);
        if (!lifecycle) throw notFound(`There is no lifecycle ${params.name}.`);
        return { status: 200, body: toLifecycleDocument(lifecycle as unknown as Lifecycle) };
      }),
    },
  },
  '/order-types': {
    get: endpoint(listOrderTypesRoute, async (_request, { orderTypes }) => ({
      status: 200,
      body: { items: [...orderTypes.values()].map(toOrderTypeDocument) },
    })),
  },
  '/problems/{name}': { get: getProblemEndpoint },
} as const;

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

/** A lifecycle as it is published. */
function toLifecycleDocument({ name, initial, statuses, meanings, moves, isFinal }: Lifecycle) {
  return {
    name,
    initial: [...initial],
    statuses: statuses.map((status) => ({ name: status, is: meanings[status] ?? '', final: isFinal(status) })),
    moves: moves.map(({ from, to, on }) => ({ from, to, ...(on !== undefined && { on }) })),
  };
}
