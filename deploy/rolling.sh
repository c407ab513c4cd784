#!/bin/sh
# Builds a new image and replaces one server after the other. The other one serves meanwhile.
# The first new server runs the migrations while old code still serves (docs/operating.md, Upgrade and rollback).
set -eu
cd "$(dirname "$0")"

docker compose build app-1
for app in app-1 app-2; do
  # Waits until /readyz says yes.
  docker compose up -d --no-deps --no-build --wait "$app"
  # Gives the proxy time to notice that, too.
  sleep 3
done
