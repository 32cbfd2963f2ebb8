ALTER ROLE linework_application NOLOGIN;
