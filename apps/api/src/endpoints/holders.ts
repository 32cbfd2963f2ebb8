import { changeHolder } from '@linework/holders/change-holder';
import { correctHolder } from '@linework/holders/correct-holder';
import { createHolder } from '@linework/holders/create-holder';
import { findHolder } from '@linework/holders/find-holder';
import { findHolderAt } from '@linework/holders/holder-history';
import { findLegalHold, liftLegalHold, listLegalHolds, placeLegalHold } from '@linework/holders/legal-holds';
import { listHolders } from '@linework/holders/list-holders';
import { anonymiseHolder } from '@linework/privacy/anonymise-holder';
import { exportHolder, type HolderExportFormat } from '@linework/privacy/export-holder';
import { getHolderAtInstantRoute } from '@linework/schemas/holders/holder-history';
import {
  anonymiseHolderRoute,
  changeHolderRoute,
  correctHolderRoute,
  createHolderRoute,
  exportHolderRoute,
  getHolderRoute,
  listHoldersRoute,
} from '@linework/schemas/holders/holders.routes';
import {
  getLegalHoldRoute,
  liftLegalHoldRoute,
  listLegalHoldsRoute,
  placeLegalHoldRoute,
} from '@linework/schemas/legal-holds/legal-holds.routes';
import { created, endpoint, page, record } from '../request/endpoint.ts';
import { sendExport } from '../request/still-allowed.ts';

export const holders = {
  '/holders': {
    get: page(listHoldersRoute, ({ query, caller }, { db }) => listHolders(db, caller, query)),
    post: created(createHolderRoute, '/holders', ({ body, caller }, { db }) => createHolder(db, { caller, ...body })),
    '/{id}': {
      get: record(getHolderRoute, ({ params, caller }, { db }) => findHolder(db, { caller, holderId: params.id })),
      patch: record(changeHolderRoute, ({ params, body, caller }, { db }) =>
        changeHolder(db, { caller, holderId: params.id, ...body }),
      ),
      '/past': {
        get: record(getHolderAtInstantRoute, ({ params, query, caller }, { db }) =>
          findHolderAt(db, { caller, holderId: params.id, ...query }),
        ),
      },
      '/correct': {
        post: record(correctHolderRoute, ({ params, body, caller }, { db }) =>
          correctHolder(db, { caller, holderId: params.id, ...body }),
        ),
      },
      '/export': {
        get: endpoint(exportHolderRoute, (request, deps) => {
          const [{ caller }, holderId] = [request, request.params.id];
          const format = request.mediaType as HolderExportFormat;
          const fileName = `holder-${holderId}.${format === 'text/plain' ? 'txt' : 'json'}`;
          return sendExport(request, { mediaType: format, fileName, caller, deps }, () =>
            exportHolder(deps.db, { caller, holderId, format }),
          ) as never;
        }),
      },
      '/anonymise': {
        post: record(anonymiseHolderRoute, ({ params, caller }, { db }) =>
          anonymiseHolder(db, { caller, holderId: params.id }),
        ),
      },
    },
  },
  '/legal-holds': {
    get: page(listLegalHoldsRoute, ({ query, caller }, { db }) => listLegalHolds(db, caller, query)),
    post: created(placeLegalHoldRoute, '/legal-holds', ({ body, caller }, { db }) =>
      placeLegalHold(db, { caller, ...body }),
    ),
    '/{id}': {
      get: record(getLegalHoldRoute, ({ params, caller }, { db }) =>
        findLegalHold(db, { caller, legalHoldId: params.id }),
      ),
      '/lift': {
        post: record(liftLegalHoldRoute, ({ params, body, caller }, { db }) =>
          liftLegalHold(db, { caller, legalHoldId: params.id, reason: body.reason }),
        ),
      },
    },
  },
} as const;
