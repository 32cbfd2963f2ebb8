import { changeHolder } from '@linework/holders/change-holder';
import { createHolder } from '@linework/holders/create-holder';
import { findHolder } from '@linework/holders/find-holder';
import { listHolders } from '@linework/holders/list-holders';
import { anonymiseHolder } from '@linework/privacy/anonymise-holder';
import {
  anonymiseHolderRoute,
  changeHolderRoute,
  createHolderRoute,
  getHolderRoute,
  listHoldersRoute,
} from '@linework/schemas/holders/holders.routes';
import { created, page, record } from '../request/endpoint.ts';

export const holders = {
  '/holders': {
    get: page(listHoldersRoute, ({ query, caller }, { db }) => listHolders(db, caller, query)),
    post: created(createHolderRoute, '/holders', ({ body, caller }, { db }) => createHolder(db, { caller, ...body })),
    '/{id}': {
      get: record(getHolderRoute, ({ params, caller }, { db }) => findHolder(db, { caller, holderId: params.id })),
      patch: record(changeHolderRoute, ({ params, body, caller }, { db }) =>
        changeHolder(db, { caller, holderId: params.id, ...body }),
      ),
      '/anonymise': {
        post: record(anonymiseHolderRoute, ({ params, caller }, { db }) =>
          anonymiseHolder(db, { caller, holderId: params.id }),
        ),
      },
    },
  },
} as const;
