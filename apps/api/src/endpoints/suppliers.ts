import {
  changeSupplierRoute,
  createSupplierRoute,
  getSerialNumberRoute,
  getSupplierRoute,
  listSerialNumbersRoute,
  listSuppliersRoute,
} from '@linework/schemas/tax-receipts/suppliers.routes';
import { findSerialNumber } from '@linework/tax-receipts/serial-numbers/find-serial-number';
import { listSerialNumbers } from '@linework/tax-receipts/serial-numbers/list-serial-numbers';
import { changeSupplier } from '@linework/tax-receipts/suppliers/change-supplier';
import { createSupplier } from '@linework/tax-receipts/suppliers/create-supplier';
import { findSupplier } from '@linework/tax-receipts/suppliers/find-supplier';
import { listSuppliers } from '@linework/tax-receipts/suppliers/list-suppliers';
import { created, page, record } from '../request/endpoint.ts';

export const suppliers = {
  '/suppliers': {
    get: page(listSuppliersRoute, ({ query, caller }, { db }) => listSuppliers(db, caller, query)),
    post: created(createSupplierRoute, '/suppliers', ({ body, caller }, { db, registerRange }) =>
      createSupplier(db, { caller, ...body }, registerRange),
    ),
    '/{id}': {
      get: record(getSupplierRoute, ({ params, caller }, { db }) =>
        findSupplier(db, { caller, supplierId: params.id }),
      ),
      patch: record(changeSupplierRoute, ({ params, body, caller }, { db }) =>
        changeSupplier(db, { caller, supplierId: params.id, ...body }),
      ),
    },
  },
  '/serial-numbers': {
    get: page(listSerialNumbersRoute, ({ query, caller }, { db }) => listSerialNumbers(db, caller, query)),
    '/{id}': {
      get: record(getSerialNumberRoute, ({ params, caller }, { db }) =>
        findSerialNumber(db, { caller, serialNumberId: params.id }),
      ),
    },
  },
} as const;
