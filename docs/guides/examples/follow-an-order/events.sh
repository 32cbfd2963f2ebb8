api "/lines/$LINE/events?limit=1"
