import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { CacheSettings } from '../env.ts'

/** A cache in front of the server. */
export interface Cache {
  name: string
  url: string
  /** Whether an answer came from the cache. */
  isHit: (headers: Headers) => boolean
  stop: () => Promise<void>
}

/** The configurations that we offer. */
const CONFIGURATIONS = path.join(import.meta.dirname, '../../../deploy/cache')

export const startCache = (origin: string, settings: CacheSettings): Promise<Cache> =>
  settings.style === 'nginx' ? startNginx(origin, settings) : startVarnish(origin, settings)

const newFolder = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-cache-'))
  // Started by root, nginx works as somebody else.
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'tmp'))
  return folder
}

/** A configuration with its variables filled in, as `envsubst` does. */
async function configurationOf(file: string, values: Record<string, string>): Promise<string> {
  const text = await readFile(path.join(CONFIGURATIONS, file), 'utf8')
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

async function startNginx(origin: string, { port, token }: CacheSettings): Promise<Cache> {
  const folder = await newFolder()
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/tmp/${name};`)
    .join('\n  ')
  const plinth = await configurationOf('nginx.conf.template', {
    PLINTH_ORIGIN: new URL(origin).host,
    CACHE_LISTEN: `127.0.0.1:${port}`,
    CACHE_DIR: path.join(folder, 'cache'),
    CACHE_PURGE_TOKEN: token,
  })
  await writeFile(path.join(folder, 'plinth.conf'), plinth)
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr emerg;
events { worker_connections 1024; }
http {
  access_log off;
  ${temp}
  include ${folder}/plinth.conf;
}
`,
  )
  const child = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return opened('nginx', child, port, folder, (headers) =>
    ['HIT', 'STALE', 'UPDATING', 'REVALIDATED'].includes(headers.get('x-cache') ?? ''),
  )
}

async function startVarnish(origin: string, { port, token }: CacheSettings): Promise<Cache> {
  const folder = await newFolder()
  const { hostname, port: backendPort } = new URL(origin)
  const file = path.join(folder, 'plinth.vcl')
  await writeFile(
    file,
    await configurationOf('varnish.vcl.template', {
      PLINTH_HOST: hostname,
      PLINTH_PORT: backendPort,
      CACHE_PURGE_TOKEN: token,
    }),
  )
  const work = path.join(folder, 'work')
  const child = spawn(
    'varnishd',
    ['-F', '-n', work, '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,200m'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return opened('Varnish', child, port, folder, (headers) => headers.get('x-cache') === 'HIT')
}

async function opened(
  name: string,
  child: ChildProcess,
  port: number,
  folder: string,
  isHit: Cache['isHit'],
): Promise<Cache> {
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok === true) return { name, url, isHit, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${name} did not start.`)
}
