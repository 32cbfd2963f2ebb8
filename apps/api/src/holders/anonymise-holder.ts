import { implement } from '@linework/http/implement';
import { anonymiseHolder as anonymise } from '@linework/privacy/anonymise-holder';
import { anonymiseHolderRoute } from '@linework/schemas/holders/holders.routes';
import type { Deps } from '../deps.ts';

export const anonymiseHolder = implement(anonymiseHolderRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await anonymise(db, { caller, holderId: params.id }),
}));
