// Plain Node 20 code without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(
  import.meta.dirname ?? path.dirname(fileURLToPath(import.meta.url)),
  '../..',
)

/**
 * The environment for server processes. Node's four threads for files and compression are too few during uploads: a
 * thread that waits for the disk cannot compress answers.
 */
export const SERVER_ENV = {
  UV_THREADPOOL_SIZE: '16',
  // By itself Node gives 128 MB to objects that live for a moment, and lets garbage grow to as much as there is in use,
  // because it may take 4 GB. This is as fast and takes 200 MB less: see docs/decisions/0035-a-bundled-server.md.
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512',
  // Otherwise each thread keeps the memory that it has freed, which with so many threads adds up.
  MALLOC_ARENA_MAX: '2',
  // What V8 makes of the bundle, written when it is built. Compiling it at each start leaves 24 MB behind.
  NODE_COMPILE_CACHE: path.join(root, 'server/dist/compiled'),
}

/** The bundled server, as it runs in production. `ensureBuilt` makes it from `server/src`. */
export const BUNDLED_SERVER = 'server/dist/main.js'

/** The Node 24 that the lockfile pins, or null if there is none for this platform. */
export function packagedNode() {
  const file = path.join(root, `node_modules/node-linux-${process.arch}/bin/node`)
  return existsSync(file) ? file : null
}

/**
 * Continues under Node 24. If this is another version, it starts the same script again with the packaged one, passes
 * signals on and exits with its code. Use `await`: the outer call never returns.
 */
export async function requireNode24(scriptUrl) {
  if (process.versions.node.startsWith('24.')) {
    // The outer process was killed, so nobody else would stop us.
    process.on('disconnect', () => process.emit('SIGTERM', 'SIGTERM'))
    // Waiting for that must not keep a script running that has done its work.
    process.channel?.unref()
    return
  }
  const node = packagedNode()
  if (node === null) {
    console.error(
      `Plinth runs on Node 24 and brings it along for Linux on x64 and arm64 only. This is ${process.platform} on ${process.arch} with Node ${process.versions.node}: install Node 24 and try again.`,
    )
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const [code, signal] = await new Promise((resolve) => {
    child.once('exit', (...how) => resolve(how))
  })
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
}
