// What stands in front: haproxy with TLS before cache, servers and sandbox, Varnish as the cache, and pgbouncer before
// the primary.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { root } from '../node.mjs'
import { programOf } from './packages.mjs'
import { ask, handOver, startProgram } from './programs.mjs'

/** Makes a certificate for localhost that signs itself, and has this process trust it. Returns the certificate's file. */
export function makeCertificate(folder) {
  const [key, certificate, both] = ['key', 'root', 'both'].map((name) =>
    path.join(folder, `tls-${name}.pem`),
  )
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(programOf('openssl'), [...words, '-nodes', '-days', '30', ...named, ...files], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const text = readFileSync(certificate, 'utf8')
  writeFileSync(both, text + readFileSync(key, 'utf8'), { mode: 0o600 })
  handOver(both)
  tls.setDefaultCACertificates([...tls.getCACertificates(), text])
  return { certificate, both }
}

/** Starts haproxy. `states` says which servers it sends requests to. */
export async function startHaproxy({ folder, ports, pem, nodes }) {
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, haproxyConfig({ ports, pem, nodes }))
  handOver(file)
  const stats = `http://127.0.0.1:${ports.stats}/;csv`
  await startProgram({
    folder,
    name: 'haproxy',
    args: ['-db', '-f', file],
    isReady: async () => (await ask(stats))?.ok === true,
  })
  return {
    /** The servers that haproxy sends requests to: `web-1` and so on. */
    serving: async () => {
      const text = (await (await ask(stats))?.text()) ?? ''
      const lines = text.split('\n').map((line) => line.split(','))
      return lines
        .filter(([backend, , ...rest]) => backend === 'servers' && rest[15].startsWith('UP'))
        .map(([, name]) => name)
        .filter((name) => name !== 'BACKEND')
    },
  }
}

const haproxyConfig = ({ ports, pem, nodes }) => `
global
  maxconn 2000

defaults
  mode http
  timeout connect 2s
  # Longer than the server waits between two heartbeats of a live stream, and than it keeps connections.
  timeout client 75s
  timeout server 75s

frontend plinth
  bind 127.0.0.1:${ports.plinth} ssl crt ${pem} alpn h2,http/1.1
  option forwardfor
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Request-Id %[uuid()]
  default_backend cache

# While the cache is gone, requests pass it by.
backend cache
  option httpchk GET /healthz
  default-server check inter 500ms fall 2 rise 1
  server varnish 127.0.0.1:${ports.cache}
  server past 127.0.0.1:${ports.inside} backup

frontend inside
  bind 127.0.0.1:${ports.inside}
  default_backend servers

backend servers
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  # A server that cannot be reached has received nothing, so the next one gets the request.
  retries 3
  option redispatch 1
  default-server check inter 500ms fall 2 rise 1
${ports.web.map((port, index) => `  server web-${index + 1} 127.0.0.1:${port}`).join('\n')}

frontend sandbox
  bind 127.0.0.1:${ports.issuer} ssl crt ${pem}
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  default_backend sandbox

backend sandbox
  server sandbox 127.0.0.1:${ports.sandbox}

# Leads to the primary, as Patroni says who that is.
listen primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} port ${new URL(rest).port}`).join('\n')}

frontend stats
  bind 127.0.0.1:${ports.stats}
  stats enable
  stats uri /
`

/** Starts Varnish with the configuration of deploy/cache, over what an earlier one has left. */
export async function startVarnish({ folder, ports, token }) {
  const values = {
    PLINTH_HOST: '127.0.0.1',
    PLINTH_PORT: String(ports.inside),
    CACHE_PURGE_TOKEN: token,
  }
  const template = readFileSync(path.join(root, 'deploy/cache/varnish.vcl.template'), 'utf8')
  const home = path.join(folder, 'varnish')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home)
  const [file, work] = ['plinth.vcl', 'work'].map((name) => path.join(home, name))
  const text = template.replaceAll(/\$\{(\w+)\}/g, (_, name) => values[name])
  writeFileSync(file, text, { mode: 0o600 })
  handOver(home)
  const options = {
    '-n': work,
    '-a': `127.0.0.1:${ports.cache}`,
    '-f': file,
    '-s': 'malloc,100m',
    // Longer than haproxy keeps connections to it, which would otherwise send requests over closed ones.
    '-p': 'timeout_idle=90',
  }
  return startProgram({
    folder,
    name: 'varnishd',
    args: ['-F', ...Object.entries(options).flat()],
    isReady: () => isOpen(ports.cache),
  })
}

/** Whether the pgbouncer of this machine keeps named statements by default, as it does from 1.24 on. */
export function keepsStatements() {
  const text = execFileSync(programOf('pgbouncer'), ['--version'], { encoding: 'utf8' })
  const [major, minor] = /(\d+)\.(\d+)/.exec(text).slice(1).map(Number)
  return major > 1 || minor >= 24
}

/** Starts pgbouncer in transaction mode; everything else as it comes. */
export async function startPgbouncer({ folder, ports, password }) {
  const users = path.join(folder, 'pgbouncer-users.txt')
  writeFileSync(users, `"plinth" "${password}"\n`, { mode: 0o600 })
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
plinth = host=127.0.0.1 port=${ports.primary}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_file = ${users}
pool_mode = transaction
# Without it 15 seconds pass between two attempts to reach a primary that was gone.
server_login_retry = 1
`,
  )
  for (const one of [users, file]) handOver(one)
  return startProgram({
    folder,
    name: 'pgbouncer',
    args: [file],
    isReady: () => isOpen(ports.pgbouncer),
  })
}

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.end()
      resolve(true)
    })
  })
