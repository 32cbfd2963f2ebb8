-- By hand: so that an index for parts of texts may hold a whole value beside them.

CREATE EXTENSION IF NOT EXISTS btree_gin;
