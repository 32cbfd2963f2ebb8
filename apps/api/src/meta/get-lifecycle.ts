import { implement } from '@linework/http/implement';
import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { notFound } from '@linework/problem-details/make-problem';
import { lifecycles } from '@linework/schemas/lifecycles';
import { getLifecycleRoute } from '@linework/schemas/meta/meta.routes';
import { toLifecycleDocument } from './to-lifecycle-document.ts';

export const getLifecycle = implement(getLifecycleRoute, async ({ params }) => {
  const lifecycle = lifecycles.find(({ name }) => name === params.name);
  if (!lifecycle) throw notFound(`There is no lifecycle ${params.name}.`);
  return { status: 200, body: toLifecycleDocument(lifecycle as unknown as Lifecycle) };
});
