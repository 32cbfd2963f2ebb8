import { globSync } from 'node:fs';
import type { OrderType } from '@linework/engine/model/order-type';
import { orderTypes } from '@linework/order-types/order-types';
import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const executed = new Set(orderTypes.keys());

const isOrderType = (value: unknown): value is OrderType =>
  typeof value === 'object' &&
  value !== null &&
  ['code', 'version', 'resource', 'steps'].every((member) => member in value);

/** The order types that files in `order-types/` export, in any package. */
async function listDeclared(): Promise<readonly OrderType[]> {
  const files = globSync('packages/*/src/order-types/**/*.ts', { cwd: root });
  const modules = await Promise.all(files.map((file) => import(`${root}${file}`) as Promise<object>));
  return modules.flatMap((exported) => Object.values(exported).filter(isOrderType));
}

describe('the order types', () => {
  it('have the codes that the interface lists, and no others', () => {
    const listed = new Set<string>(orderTypeCodes);
    expect([
      ...[...listed.difference(executed)].map(
        (code) => `${code} has no order type. List one in all-order-types.ts of its package.`,
      ),
      ...[...executed.difference(listed)].map(
        (code) => `${code} is not in packages/schemas/src/orders/order-types.ts. Add it.`,
      ),
    ]).toEqual([]);
    expect(executed.size).toBeGreaterThan(0);
  });

  it('are known to every API and worker, because no worker would execute an order of another type', async () => {
    const declared = await listDeclared();
    expect(declared.length).toBeGreaterThanOrEqual(executed.size);
    const missing = declared.filter(
      ({ code, version }) => !orderTypes.get(code)?.some((known) => known.version === version),
    );
    expect(
      missing.map(
        ({ code, version }) =>
          `${code} ${version} is not listed. List it in all-order-types.ts of its package, and that list in ` +
          'packages/order-types.',
      ),
    ).toEqual([]);
  });
});
