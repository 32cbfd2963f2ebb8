import { expect, it } from 'vitest';
import { fillTraceUrl } from '../src/order/fill-trace-url.ts';

it('the address of the traces has the ids of the order, and what a client wrote stays in its place', () => {
  const order = { id: '0199a0c4', correlationId: 'a b&c=/{orderId}$&' };
  expect(fillTraceUrl('https://traces.example/{orderId}?q={correlationId}&again={orderId}', order)).toBe(
    'https://traces.example/0199a0c4?q=a%20b%26c%3D%2F%7BorderId%7D%24%26&again=0199a0c4',
  );
});
