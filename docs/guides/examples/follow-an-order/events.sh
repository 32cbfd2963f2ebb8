api "/lines/$LINE/events?limit=100"
