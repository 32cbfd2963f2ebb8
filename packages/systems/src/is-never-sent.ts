/**
 * Whether a request with this error was never sent: the name is unknown, the host is unreachable, the port is closed,
 * or connecting took too long. After any other error the system may have received it.
 */
export function isNeverSent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isNeverSent);
  if (!(error instanceof Error)) return false;
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

/** The error that a proxy reports for a request that it could not forward (RFC 9209, section 2.3). */
const notForwardedPattern =
  /\berror=(dns_timeout|dns_error|destination_not_found|destination_unavailable|destination_ip_prohibited|destination_ip_unroutable|connection_refused|connection_timeout|connection_limit_reached|tls_protocol_error|tls_certificate_error)\b/;

/** Whether a proxy in front of the system responded and reports that it did not forward the request. */
export function isNotForwarded(status: number, proxyStatus: string | null): boolean {
  return (
    (status === 502 || status === 503 || status === 504) &&
    proxyStatus !== null &&
    notForwardedPattern.test(proxyStatus)
  );
}
