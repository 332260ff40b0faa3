#!/bin/bash
# Makes the portal's two database users and its database, at the first start of the container `database`.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v web="$WEB_PASSWORD" -U postgres <<'SQL'
create role evenhand_app nologin;
create role evenhand_owner login createrole password :'owner';
create role evenhand_web login password :'web';
create role evenhand_writer nologin;
grant evenhand_app, evenhand_writer to evenhand_owner with admin option;
grant evenhand_app to evenhand_web;
alter role evenhand_web set idle_in_transaction_session_timeout = '15s';
alter role evenhand_web set statement_timeout = '60s';
alter role evenhand_web set lock_timeout = '1s';
create database evenhand owner evenhand_owner;
SQL
