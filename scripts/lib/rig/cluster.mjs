// Three PostgreSQL nodes under Patroni: a primary, a synchronous replica, and an asynchronous one that never takes over.
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { POSTGRES_BIN } from './packages.mjs'
import { readIf } from '../setup.mjs'
import { ask, familyOf, handOver, killNow, startProgram, stopProgram, until } from './programs.mjs'

const SCOPE = 'plinth'
const secret = () => randomBytes(18).toString('base64url')

/** How fast Patroni notices that a primary is gone. 20 seconds is the least that it allows for `ttl`. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

/** Starts etcd and the nodes. Every part that must be stopped is added to `stops`. */
export async function startCluster({ folder, ports, stops }) {
  stops.push(() => stopProgram('etcd'))
  await startEtcd(folder, ports)
  const passwords = { superuser: secret(), replication: secret(), plinth: secret() }
  const nodes = ports.postgres.map((port, index) => ({
    name: `node-${index + 1}`,
    port,
    rest: `http://127.0.0.1:${ports.patroni[index]}`,
    home: path.join(folder, `node-${index + 1}`),
    config: null,
    patroni: null,
  }))
  for (const [index, node] of nodes.entries()) {
    mkdirSync(node.home)
    node.config = configOf({ node, ports, passwords, isAsync: index === 2 })
    writeConfig(node)
    handOver(node.home)
    stops.push(async () => {
      await stopProgram(node.name)
      // Patroni leaves it behind when it is told to stop while it makes the cluster.
      await stopPostgres(node.home)
    })
  }
  const start = async (node) => {
    node.patroni = await startProgram({
      folder,
      name: 'patroni',
      label: node.name,
      args: [path.join(node.home, 'patroni.yaml')],
      isReady: async () => (await ask(`${node.rest}/liveness`))?.ok === true,
    })
  }
  const [first, ...others] = nodes
  // The first one makes the cluster, and the others copy it.
  await start(first)
  await until('the first node is the primary', async () => (await primaryOf(nodes)) !== null)
  await Promise.all(others.map(start))
  await until('both replicas follow', () => isWhole(nodes))

  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  await createDatabases(nodes, passwords)
  return {
    nodes,
    password: passwords.plinth,
    /** Over all nodes; each new connection goes to the primary. */
    url: `postgres://plinth:${passwords.plinth}@${hosts}/plinth?target_session_attrs=read-write`,
    // The one that never takes over.
    replicaUrl: `postgres://plinth:${passwords.plinth}@127.0.0.1:${nodes[2].port}/plinth`,
    isWhole: () => isWhole(nodes),
    /** The first process of each PostgreSQL. */
    processes: async () => {
      const primary = await primaryOf(nodes)
      return {
        primary: [postmasterOf(primary.home)],
        replicas: nodes.filter((node) => node !== primary).map(({ home }) => postmasterOf(home)),
      }
    },
    /** Resolves when another node than the primary of now is the primary. */
    nextPromotion: async () => {
      const before = await primaryOf(nodes)
      const isOther = async () => ![null, before].includes(await primaryOf(nodes))
      return () => until('a replica takes over', isOther)
    },
    /** Has the replica that is read from replay everything so much later: `2s`, or `0` for at once. */
    delayReplica: async (delay) => {
      const node = nodes[2]
      node.config.postgresql.recovery_conf = { recovery_min_apply_delay: delay }
      writeConfig(node)
      await fetch(`${node.rest}/reload`, { method: 'POST' })
      const client = superuserOf(node.port, passwords)
      await client.connect()
      try {
        await until(`the replica waits for ${delay}`, async () => {
          const { rows } = await client.query('show recovery_min_apply_delay')
          return rows[0].recovery_min_apply_delay === delay
        })
      } finally {
        await client.end()
      }
    },
    /** Kills the primary's machine, as far as one process can: Patroni, PostgreSQL and all its sessions. */
    killPrimary: async () => {
      const node = await primaryOf(nodes)
      if (node === null) throw new Error('There is no primary to kill.')
      const pids = familyOf(postmasterOf(node.home))
      const patroni = node.patroni.kill()
      killNow(pids)
      await patroni
      return () => start(node)
    },
  }
}

/** YAML includes JSON. */
const writeConfig = ({ home, config }) =>
  writeFileSync(path.join(home, 'patroni.yaml'), JSON.stringify(config, null, 2), { mode: 0o600 })

/** Ends the PostgreSQL of a node, if it runs. */
export async function stopPostgres(home) {
  const pid = postmasterOf(home)
  if (pid === null) return
  // A fast shutdown.
  process.kill(pid, 'SIGINT')
  await until('PostgreSQL has ended', () => postmasterOf(home) === null)
}

/** The process id of a node's PostgreSQL, or null if it does not run. */
function postmasterOf(home) {
  const data = path.join(home, 'data')
  const [pid = ''] = readIf(path.join(data, 'postmaster.pid'))?.split('\n') ?? []
  // After a kill the file is still there, and the number may be of another process.
  const command = pid === '' ? null : readIf(`/proc/${pid}/cmdline`)
  return command?.includes(data) ? Number(pid) : null
}

async function startEtcd(folder, ports) {
  const data = path.join(folder, 'etcd')
  mkdirSync(data, { mode: 0o700 })
  handOver(data)
  const [client, peer] = [ports.etcd, ports.etcdPeer].map((port) => `http://127.0.0.1:${port}`)
  const settings = {
    name: 'rig',
    'data-dir': data,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `rig=${peer}`,
  }
  return startProgram({
    folder,
    name: 'etcd',
    args: Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    isReady: async () => (await ask(`${client}/health`))?.ok === true,
  })
}

function configOf({ node, ports, passwords, isAsync }) {
  const address = `127.0.0.1:${node.port}`
  const rest = new URL(node.rest).host
  return {
    scope: SCOPE,
    name: node.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${ports.etcd}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, shared_buffers: '128MB', jit: 'off' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: path.join(node.home, 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: path.join(node.home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      // No socket: its path has a length limit that a deep checkout would exceed.
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    tags: isAsync ? { nofailover: true, nosync: true } : {},
  }
}

/** The node that is the primary now, or null. */
async function primaryOf(nodes) {
  const answers = await Promise.all(nodes.map(({ rest }) => ask(`${rest}/primary`)))
  return nodes[answers.findIndex((answer) => answer?.ok === true)] ?? null
}

/** Whether all nodes run and one of the replicas is synchronous, so that the next failure may come. */
async function isWhole(nodes) {
  const primary = await primaryOf(nodes)
  if (primary === null) return false
  const answer = await ask(`${primary.rest}/cluster`)
  const { members = [] } = answer?.ok ? await answer.json() : {}
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
  const roles = running.map(({ role }) => role).toSorted()
  return roles.join() === 'leader,replica,sync_standby'
}

const superuserOf = (port, { superuser }) =>
  new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: superuser,
    database: 'postgres',
  })

/** The role that owns them has no other rights, as with a managed PostgreSQL. */
async function createDatabases(nodes, passwords) {
  const { port } = await primaryOf(nodes)
  const client = superuserOf(port, passwords)
  await client.connect()
  await client.query(`create role plinth login password '${passwords.plinth}'`)
  for (const name of ['plinth', 'plinth_sandbox'])
    await client.query(`create database ${name} owner plinth`)
  await client.end()
}
