import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Prefers the headless shell, which needs a quarter less CPU time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
]

const find = () => [process.env.CHROMIUM_PATH, ...PLACES].find((file) => file && existsSync(file))

/** The path of Chromium, installed first if necessary and allowed; otherwise exits with one sentence that says how. */
export function ensureChromium() {
  const found = find()
  if (found) return { path: found }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser journeys …')
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-qq'], options)
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
      const installed = find()
      if (installed) return { path: installed }
    }
  }
  return {
    problem:
      'No Chromium was found for the browser journeys. Install one (Debian and Ubuntu: sudo apt-get install chromium) or set CHROMIUM_PATH to its program.',
  }
}
