becomes() { until [ "$(get "$KEY" "/lines/$LINE" | member status)" = "$1" ]; do sleep 0.2; done; }
becomes ACTIVE
