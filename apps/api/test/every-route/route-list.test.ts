import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';

const schemas = new URL('../../../../packages/schemas/src/', import.meta.url).pathname;
const files = globSync('**/*.routes.ts', { cwd: schemas }).toSorted();

describe('the interface', () => {
  it('has every contract of packages/schemas', async () => {
    const served = new Set<unknown>(routes);
    expect(files.length).toBeGreaterThan(30);
    const missing: string[] = [];
    for (const file of files) {
      const contracts = Object.entries((await import(`${schemas}${file}`)) as Record<string, unknown>).filter(
        ([, value]) => isContract(value),
      );
      if (contracts.length === 0)
        missing.push(`packages/schemas/src/${file} exports no contract. Add one, or rename the file.`);
      for (const [name, contract] of contracts) {
        if (!served.has(contract))
          missing.push(
            `packages/schemas/src/${file} exports ${name}, which no endpoint implements. Add it to ` +
              'apps/api/src/endpoints.',
          );
      }
    }
    expect(missing).toEqual([]);
  });

  it('has each contract once', () => {
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  });
});

function isContract(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value;
}
