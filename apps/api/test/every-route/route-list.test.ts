import { routes } from '@linework/schemas/routes';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/endpoints.ts';

describe('the list of routes', () => {
  it('holds exactly the routes that are served, in the same order', () => {
    expect(routes.length).toBeGreaterThan(0);
    expect(endpoints.map(({ route }) => route.name)).toEqual(routes.map(({ name }) => name));
    expect(endpoints.every(({ route }, place) => route === routes[place])).toBe(true);
  });
});
