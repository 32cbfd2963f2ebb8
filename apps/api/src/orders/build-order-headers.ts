/** The headers that locate an order that was placed. */
export const buildOrderHeaders = (orderId: string) => ({
  Location: `/orders/${orderId}`,
  Link: `</orders/${orderId}>; rel="monitor"`,
});
