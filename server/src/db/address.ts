import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

/** What the session must be able to do, by libpq's names. */
const ATTRIBUTES = ['any', 'read-write', 'primary', 'standby', 'read-only'] as const
type Attributes = (typeof ATTRIBUTES)[number]

interface Host {
  host: string
  port: number
}

interface Address {
  /** The same address with the first host alone, and without `target_session_attrs`. */
  url: string
  hosts: Host[]
  attributes: Attributes
}

/** A host that has not answered by then is passed over. */
const PROBE_MS = 1_000
/** Lets the system notice a host that is gone without a word. By itself it would ask after two hours for the first time. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
/** When no host fits, others that ask meanwhile get the same answer. */
const REST_MS = 200

/**
 * Reads an address as libpq takes it: `postgres://user:password@one:5432,two/db?target_session_attrs=read-write`.
 * Null if it is none.
 */
export function parseAddress(text: string): Address | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?].*)?$/.exec(text)
  if (parts === null) return null
  const [, start = '', list = '', rest = ''] = parts
  const names = list.split(',')
  const url = `${start}${names[0]}${rest}`
  if (!URL.canParse(url)) return null
  const first = new URL(url)
  const attributes = first.searchParams.get('target_session_attrs') ?? 'any'
  first.searchParams.delete('target_session_attrs')
  const hosts = names.map(parseHost)
  if (!isAttributes(attributes) || !hosts.every((host) => host !== null)) return null
  return { url: first.href, hosts, attributes }
}

const isAttributes = (text: string): text is Attributes =>
  (ATTRIBUTES as readonly string[]).includes(text)

function parseHost(text: string): Host | null {
  const [, host = '', port = '5432'] =
    /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (host === '' && text !== '') return null
  return { host: host.replaceAll(/[[\]]/g, '') || 'localhost', port: Number(port) }
}

/**
 * Settings for a client, pool or pg-boss that connects to this database. With several hosts each new connection goes to
 * the one that fits `target_session_attrs` at that time, so that a server finds the new primary after a failover.
 */
export function connectionTo(text: string): pg.ClientConfig {
  const address = parseAddress(text)
  if (address === null || (address.hosts.length === 1 && address.attributes === 'any'))
    return { connectionString: text, ...KEEP_ALIVE }
  const { ssl, ...config } = { ...parseIntoClientConfig(address.url), ...address.hosts[0] }
  const finder = createFinder(address, { ...config, ...(ssl === undefined ? {} : { ssl }) })
  return {
    ...config,
    ...KEEP_ALIVE,
    // pg calls it for each connection, and then connects it to the first host.
    stream: () => new FoundSocket(finder),
    ...(ssl === undefined ? {} : { ssl: forFound(ssl, finder) }),
  }
}

/** Compares certificates with the host that was found, not with the first one. */
function forFound(ssl: boolean | ConnectionOptions, finder: Finder): boolean | ConnectionOptions {
  const options = ssl === true ? {} : ssl
  if (options === false || options.rejectUnauthorized === false || options.checkServerIdentity)
    return options
  return {
    ...options,
    checkServerIdentity: (name, certificate) =>
      checkServerIdentity(finder.last()?.host ?? name, certificate),
  }
}

interface Finder {
  /** The host that fits now. Throws if none does. */
  find: () => Promise<Host>
  /** Asks anew for the next connection. */
  forget: () => void
  last: () => Host | null
}

function createFinder({ hosts, attributes }: Address, config: pg.ClientConfig): Finder {
  let finding: Promise<Host> | null = null
  let last: Host | null = null

  const ask = async (): Promise<Host> => {
    try {
      last = await Promise.any(hosts.map((host) => probe({ ...config, ...host }, attributes)))
      return last
    } catch (error) {
      const errors = (error as AggregateError).errors as Error[]
      // What PostgreSQL says tells more than that somebody did not answer.
      const [first] = [...errors.filter(isSaid), ...errors]
      setTimeout(() => (finding = null), REST_MS).unref()
      throw first
    }
  }
  return {
    find: () => (finding ??= ask()),
    forget: () => {
      finding = null
    },
    last: () => last,
  }
}

const isSaid = (error: Error): boolean =>
  error instanceof pg.DatabaseError || error instanceof Unfit

/** A host that answers and cannot be used; with PostgreSQL's code for "not now". */
class Unfit extends Error {
  readonly code = '57P03'
}

/** Resolves if the host fits. PostgreSQL says so itself when a session begins. */
async function probe(config: pg.ClientConfig & Host, attributes: Attributes): Promise<Host> {
  const { host, port } = config
  const client = new pg.Client({
    ...config,
    application_name: 'plinth-find',
    connectionTimeoutMillis: PROBE_MS,
  })
  const said = new Map<string, string>()
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('parameterStatus', (message: { parameterName: string; parameterValue: string }) =>
    said.set(message.parameterName, message.parameterValue),
  )
  client.on('error', () => undefined)
  try {
    await client.connect()
    const isStandby = said.get('in_hot_standby') === 'on'
    const isReadOnly = isStandby || said.get('default_transaction_read_only') === 'on'
    const fits = {
      any: true,
      'read-write': !isReadOnly,
      'read-only': isReadOnly,
      primary: !isStandby,
      standby: isStandby,
    }
    if (fits[attributes]) return { host, port }
    throw new Unfit(`${host}:${port} is not ${attributes}.`)
  } finally {
    // A connection that breaks while it ends has done its work.
    void Promise.race([client.end(), sleep(PROBE_MS, undefined, { ref: false })]).catch(
      () => undefined,
    )
  }
}

/** Connects to the host that was found, whatever it is told. */
class FoundSocket extends Socket {
  readonly #finder: Finder
  constructor(finder: Finder) {
    super()
    this.#finder = finder
    // Where one connection ends there may have been a failover.
    this.once('close', finder.forget)
  }

  override connect(): this {
    this.#finder.find().then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host)
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
}

/** A sentence about an address of a database that cannot be read, or null. */
export const findAddressProblem = (name: string, value: string): string | null =>
  value === '' || parseAddress(value) !== null
    ? null
    : `${name} must be an address such as postgres://plinth:password@host/plinth, or with several hosts and what is wanted of them: postgres://plinth:password@one,two/plinth?target_session_attrs=read-write.`
