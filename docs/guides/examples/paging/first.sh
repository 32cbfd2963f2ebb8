api "/lines?limit=2&sortBy=createdAt&sortOrder=asc&status=ACTIVE,BLOCKED"
