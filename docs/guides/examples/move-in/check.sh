linework move-in check "$DIR" -o json \
  --number-pool "$(demo 'brokers[0].pools.numbers')" --sim-pool "$(demo 'brokers[0].pools.sims')" --calls-per-second 500
