-- By hand: the index of parts of codes and their brokers serves these lists too.

DROP INDEX CONCURRENTLY "resource_external_code_parts";
