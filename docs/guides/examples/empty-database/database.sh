export DATABASE_URL=postgresql://linework:linework@127.0.0.1:5432/linework
npm run migrate
