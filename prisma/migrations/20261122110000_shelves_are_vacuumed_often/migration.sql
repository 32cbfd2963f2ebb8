-- By hand: a pick walks past every entry that was taken from the front of a shelf since the last vacuum. With the usual fifth of the
-- table that is a walk of thousands of pages: of 100,000 numbers the first 50,000 were reserved at 2,000 a second, the next 30,000 at 1,300.

ALTER TABLE "resource_state" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000);
