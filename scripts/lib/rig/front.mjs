// What stands in front: haproxy with TLS before the servers and the sandbox, and pgbouncer before the primary.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
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
    /** Whether haproxy sends requests to all of these servers: `web-1` and so on. */
    sendsTo: async (names) => {
      const text = (await (await ask(stats))?.text()) ?? ''
      const lines = text.split('\n').map((line) => line.split(','))
      const up = new Set(
        lines
          .filter(([backend, , ...rest]) => backend === 'servers' && rest[15].startsWith('UP'))
          .map(([, name]) => name),
      )
      return names.every((name) => up.has(name))
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
