// Like `npm start`, but watches the sources: the server restarts on changes, and Vite serves the pages.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
const { startWorld } = await import('./lib/world.mjs')

const webPort = Number(process.env.PORT ?? 3000)
const serverPort = webPort + 5
const publicUrl = `http://localhost:${webPort}`
const world = await startWorld({
  watch: true,
  publicUrl,
  env: { PORT: String(serverPort), SANDBOX_PORT: String(webPort + 1) },
})
const vite = spawn(
  process.execPath,
  [path.join(root, 'node_modules/vite/bin/vite.js'), '--port', String(webPort), '--strictPort'],
  {
    cwd: path.join(root, 'web'),
    env: { ...process.env, PLINTH_SERVER: `http://localhost:${serverPort}` },
    stdio: 'inherit',
    detached: true,
  },
)
let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  vite.kill('SIGTERM')
  await world.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
vite.once('exit', () => void stop())
console.log(`Open ${publicUrl}; both sides are watched.`)
