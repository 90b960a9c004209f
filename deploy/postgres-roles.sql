-- The two roles of the Libreta on a PostgreSQL of its own, and its database. Run once as a superuser:
--   psql -v owner_password="'…'" -v app_password="'…'" -f deploy/postgres-roles.sql postgres
-- libreta_owner migrates and owns every table (DATABASE_MIGRATION_URL); libreta_app is what the application signs in as
-- (DATABASE_URL). What libreta_app may do is granted by the application after each migration: everything but to change,
-- remove or truncate the journal and its seals.
create role libreta_owner login nosuperuser nocreatedb nocreaterole password :owner_password;
create role libreta_app login nosuperuser nocreatedb nocreaterole password :app_password;
create database libreta owner libreta_owner encoding 'UTF8' template template0;
revoke all on database libreta from public;
grant connect on database libreta to libreta_app;
\connect libreta
revoke all on schema public from public;
alter schema public owner to libreta_owner;
