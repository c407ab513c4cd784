#!/bin/sh
# Replaces one server after the other by the version in deploy/.env. The other one serves meanwhile. To go back, put the
# version before into deploy/.env and run this again: its image is still here.
# The first new server runs the migrations while old code still serves (docs/operating.md, Upgrade and rollback).
set -eu
cd "$(dirname "$0")"

# The first `up` builds the image if this version has none yet, before it stops anything.
for app in app-1 app-2; do
  # Waits until /readyz says yes.
  docker compose up -d --no-deps --wait "$app"
  # Gives the proxy time to notice that, too.
  sleep 3
done

# The worker serves nobody, so it follows when it is there.
if docker compose config --services | grep -qx worker; then
  docker compose up -d --no-deps --wait worker
fi
