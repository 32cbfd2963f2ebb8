import { implement } from '@linework/http/implement';
import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { lifecycles } from '@linework/schemas/lifecycles';
import { listLifecyclesRoute } from '@linework/schemas/meta/meta.routes';
import { toLifecycleDocument } from './to-lifecycle-document.ts';

export const listLifecycles = implement(listLifecyclesRoute, async () => ({
  status: 200,
  body: { items: lifecycles.map((lifecycle) => toLifecycleDocument(lifecycle as unknown as Lifecycle)) },
}));
