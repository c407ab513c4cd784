import path from 'node:path'
import { defineConfig } from '@playwright/test'

/** Chromium as it runs on a closed machine: no calls home, no sandbox under root, no GPU. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: './journeys',
  globalSetup: './global-setup.ts',
  outputDir: path.join(import.meta.dirname, '../.plinth/test/playwright'),
  fullyParallel: false,
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    // The rig's certificate signs itself.
    ignoreHTTPSErrors: true,
    // Animations take a seventh of all processor time, and contrast must not be measured while something fades in.
    // Journeys about animations, and some others, turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    // Tracing every step costs time; use `--trace on` to get a trace.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_ARGS,
    },
  },
})
