-- Creates the two roles and the database of the Libreta on its own PostgreSQL. Run once as a superuser:
--   psql -v owner_password="'…'" -v app_password="'…'" -f deploy/postgres-roles.sql postgres
-- libreta_owner owns and migrates every table (DATABASE_MIGRATION_URL); the application connects as libreta_app (DATABASE_URL).
-- After each migration the application grants the rights of libreta_app: all except updating, deleting or truncating the journal
-- and its seals.
create role libreta_owner login nosuperuser nocreatedb nocreaterole password :owner_password;
create role libreta_app login nosuperuser nocreatedb nocreaterole password :app_password;
create database libreta owner libreta_owner encoding 'UTF8' template template0;
revoke all on database libreta from public;
-- Imports collect their changes of the figures in a temporary table; without the right they are slower.
grant connect, temporary on database libreta to libreta_app;
\connect libreta
revoke all on schema public from public;
alter schema public owner to libreta_owner;
