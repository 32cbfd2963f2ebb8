-- By hand: the sweep looks at resources, and that a reservation is over is the clock's word.

DROP INDEX CONCURRENTLY "reservation_over";
