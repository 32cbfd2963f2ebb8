import { describe, expect, it } from 'vitest';
import { traceAddress } from '../../src/console/trace-address.ts';

describe('the address of traces', () => {
  it.each(['https://traces.example/orders/{orderId}', 'http://127.0.0.1:3000/explore?q={correlationId}&id={orderId}'])(
    'may be %s',
    (text) => {
      expect(traceAddress.safeParse(text).data).toBe(text);
    },
  );

  it.each([
    ['without an id', 'https://traces.example/'],
    ['with another placeholder only', 'https://traces.example/{traceId}'],
    ['of a script', 'javascript:alert("{orderId}")'],
    ['that is none', 'traces {orderId}'],
  ])('may not be one %s', (_name, text) => {
    expect(traceAddress.safeParse(text).error?.issues[0]?.message).toBe(
      'must be an address that begins with http:// or https:// and has {orderId} or {correlationId}',
    );
  });
});
