/** Receives what the expiry of reservations and quarantines did, for the metrics. */
export interface ExpiryObserver {
  reservationsExpired(count: number): void;
  quarantinesEnded(count: number): void;
}
