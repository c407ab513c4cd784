import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A cache in front of the server. */
export interface Cache {
  name: string
  url: string
  /** Whether an answer came from the cache. */
  isHit: (headers: Headers) => boolean
  stop: () => Promise<void>
}

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['-V'], { stdio: 'ignore' }).error === undefined

/** The caches that are installed here, in the order in which they are tried. */
export const installedCaches = (): ((origin: string, port: number) => Promise<Cache>)[] => [
  ...(isInstalled('nginx') ? [startNginx] : []),
  ...(isInstalled('varnishd') ? [startVarnish] : []),
]

const newFolder = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-cache-'))
  // Started by root, nginx works as somebody else.
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'tmp'))
  return folder
}

/** As small as a cache can be: it keeps what the answers allow, by address and `Vary`. */
async function startNginx(origin: string, port: number): Promise<Cache> {
  const folder = await newFolder()
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/tmp/${name};`)
    .join('\n  ')
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr emerg;
events { worker_connections 1024; }
http {
  access_log off;
  ${temp}
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=plinth:10m max_size=500m;
  upstream plinth { server ${new URL(origin).host}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://plinth;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache plinth;
      proxy_cache_key $uri$is_args$args;
      proxy_cache_background_update on;
      add_header X-Cache $upstream_cache_status always;
    }
  }
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

/** Looks up requests with cookies and tokens, too, which its own rules would not: only `Vary` keeps people apart. */
async function startVarnish(origin: string, port: number): Promise<Cache> {
  const folder = await newFolder()
  const { hostname, port: backendPort } = new URL(origin)
  await writeFile(
    path.join(folder, 'plinth.vcl'),
    `vcl 4.1;
backend plinth { .host = "${hostname}"; .port = "${backendPort}"; }
sub vcl_recv { if (req.method == "GET") { return (hash); } }
sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } }
`,
  )
  const child = spawn(
    'varnishd',
    [
      '-F',
      '-n',
      path.join(folder, 'work'),
      '-a',
      `127.0.0.1:${port}`,
      '-f',
      path.join(folder, 'plinth.vcl'),
      '-s',
      'malloc,200m',
    ],
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
