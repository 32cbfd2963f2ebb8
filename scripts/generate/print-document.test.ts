import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printDocument, printLines } from './print-document.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/generated/${name}`, import.meta.url), 'utf8');

describe('a printed document', () => {
  it('has a line for each operation, schema and event', () => {
    const text = printDocument({
      openapi: '3.1.0',
      paths: { '/lines': { get: { tags: ['lines'] }, post: {} } },
      channels: { events: { address: 'events', messages: { a: { $ref: '#/a' } } } },
      components: { schemas: { Line: { type: 'object', properties: {} } }, headers: {} },
    });
    expect(text.split('\n')).toEqual([
      '{',
      '  "openapi": "3.1.0",',
      '  "paths": {',
      '    "/lines": {',
      '      "get": {"tags":["lines"]},',
      '      "post": {}',
      '    }',
      '  },',
      '  "channels": {',
      '    "events": {',
      '      "address": "events",',
      '      "messages": {',
      '        "a": {"$ref":"#/a"}',
      '      }',
      '    }',
      '  },',
      '  "components": {',
      '    "schemas": {',
      '      "Line": {"type":"object","properties":{}}',
      '    },',
      '    "headers": {}',
      '  }',
      '}',
      '',
    ]);
  });

  it.each(['openapi.json', 'asyncapi.json'])('has the meaning of %s', (name) => {
    const document = JSON.parse(read(name));
    expect(printDocument(document)).toBe(read(name));
    expect(JSON.stringify(JSON.parse(printDocument(document)))).toBe(JSON.stringify(document));
  });

  it('prints lists and values', () => {
    expect(printLines([1, { a: null }], 1)).toBe('[\n  1,\n  {"a":null}\n]');
    expect(printLines('text', 3)).toBe('"text"');
  });
});
