import { expect, it } from 'vitest';
import { lines } from '../../src/endpoints/lines.ts';
import { defineInterface } from '../../src/request/define-interface.ts';

const getLine = lines['/lines']['/{id}'].get;
const blockLine = lines['/lines']['/{id}']['/block'].post;

it('lists the endpoints of the tree from top to bottom', () => {
  expect(defineInterface([{ '/lines/{id}': { get: getLine, '/block': { post: blockLine } } }])).toEqual([
    getLine,
    blockLine,
  ]);
});

it('accepts an endpoint only under the method and the path of its contract', () => {
  // @ts-expect-error blockLine is a POST.
  defineInterface([{ '/lines': { '/{id}': { '/block': { get: blockLine } } } }]);
  // @ts-expect-error blockLine is at /lines/{id}/block.
  defineInterface([{ '/lines': { '/{id}': { '/unblock': { post: blockLine } } } }]);
  // @ts-expect-error A path begins with a slash.
  defineInterface([{ lines: { get: getLine } }]);
  // @ts-expect-error The root has no route.
  defineInterface([{ get: getLine }]);
});
