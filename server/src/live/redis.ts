import { createClient } from '@redis/client'
import { encode, GAP, dispatch, type Bus } from './bus.ts'
import { ANSWER_MS, keepOpen, within, type BusConnection } from './connection.ts'

const CLOSE_MS = 1_000

export interface RedisBusOptions {
  url: string
  /** Part of the channel name, because all databases of a Redis share their channels. */
  site: string
  onError: (error: unknown) => void
}

/** Uses one connection to publish and another to subscribe. Each is reopened whenever it is lost. */
export function createRedisBus({ url, site, onError }: RedisBusOptions): Bus {
  const channel = `plinth_live:${site}`
  const publisher = createPublisher(url, channel, onError)
  let listening: { close: () => Promise<void> } | null = null

  return {
    publish: (message) => publisher.publish(encode(message)),
    subscribe: (listener) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      listening = keepOpen({
        connect: (lost) => {
          const client = makeClient(url, lost, onError)
          return {
            ...healthOf(client),
            open: async () => {
              await client.connect()
              await client.subscribe(channel, (payload) => dispatch(payload, listener))
            },
          }
        },
        onFirst: resolve,
        onAgain: listener.onGap,
        onError,
      })
      return promise
    },
    close: async () => {
      await publisher.close()
      await listening?.close()
    },
  }
}

interface Publisher {
  publish: (payload: string) => void
  close: () => Promise<void>
}

/** Messages that cannot be sent are dropped. Listeners get a gap message as soon as sending works again. */
function createPublisher(
  url: string,
  channel: string,
  onError: RedisBusOptions['onError'],
): Publisher {
  let owesGap = false

  const publish = (payload: string) => {
    const client = connection.client()
    if (client === null) owesGap = true
    else client.publish(channel, payload).then(payGap, fail)
  }
  const payGap = () => {
    if (!owesGap) return
    owesGap = false
    publish(GAP)
  }
  const fail = (error: unknown) => {
    owesGap = true
    onError(error)
  }
  const connection = keepConnected({ url, onOpen: payGap, onError })
  return { publish, close: connection.close }
}

export interface KeptConnection {
  /** Null while it is not open. */
  client: () => Client | null
  /** Sends what is still on its way and closes it. */
  close: () => Promise<void>
}

/** One connection to Redis, which is opened again whenever it is lost. */
export function keepConnected({
  url,
  onOpen,
  onError,
}: {
  url: string
  onOpen: () => void
  onError: (error: unknown) => void
}): KeptConnection {
  let open: Client | null = null
  const keeping = keepOpen({
    connect: (lost) => {
      const client = makeClient(url, lost, onError)
      const { check, end } = healthOf(client)
      return {
        check,
        open: async () => {
          await client.connect()
          open = client
        },
        end: () => {
          open = null
          return end()
        },
      }
    },
    onFirst: onOpen,
    onAgain: onOpen,
    onError,
  })
  return {
    client: () => open,
    close: async () => {
      if (open !== null) await within(CLOSE_MS, open.close()).catch(onError)
      await keeping.close()
    },
  }
}

type Client = ReturnType<typeof makeClient>

function makeClient(url: string, lost: () => void, onError: RedisBusOptions['onError']) {
  const client = createClient({
    url,
    name: 'plinth-live',
    socket: { connectTimeout: ANSWER_MS, reconnectStrategy: false },
    // A move between servers is handled like any lost connection.
    maintNotifications: 'disabled',
  })
  client.on('error', onError)
  client.on('terminated', lost)
  return client
}

const healthOf = (client: Client): Pick<BusConnection, 'check' | 'end'> => ({
  check: () => client.ping(),
  end: () => Promise.resolve(client.destroy()),
})
