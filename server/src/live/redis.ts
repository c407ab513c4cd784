import { createClient } from '@redis/client'
import { encode, GAP, hear, type Bus } from './bus.ts'
import { ANSWER_MS, keepOpen, within, type Line } from './connection.ts'

const CLOSE_MS = 1_000

export interface RedisBusOptions {
  url: string
  /** Redis has one set of channels for all its databases: sites are told apart by this. */
  site: string
  onError: (error: unknown) => void
}

/** One connection publishes, another is subscribed; each is opened again whenever it is lost. */
export function createRedisBus({ url, site, onError }: RedisBusOptions): Bus {
  const channel = `plinth_live:${site}`
  const speaker = createSpeaker(url, channel, onError)
  let listening: { close: () => Promise<void> } | null = null

  return {
    publish: (message) => speaker.say(encode(message)),
    subscribe: (listener) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      listening = keepOpen({
        line: (lost) => {
          const client = makeClient(url, lost, onError)
          return {
            ...lineOf(client),
            open: async () => {
              await client.connect()
              await client.subscribe(channel, (payload) => hear(payload, listener))
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
      await speaker.close()
      await listening?.close()
    },
  }
}

interface Speaker {
  say: (payload: string) => void
  close: () => Promise<void>
}

/** What cannot be said is not kept: everybody is told of the gap instead, as soon as that can be said. */
function createSpeaker(url: string, channel: string, onError: RedisBusOptions['onError']): Speaker {
  let open: Client | null = null
  let owesGap = false

  const say = (payload: string) => {
    if (open === null) owesGap = true
    else open.publish(channel, payload).then(payGap, fail)
  }
  const payGap = () => {
    if (!owesGap) return
    owesGap = false
    say(GAP)
  }
  const fail = (error: unknown) => {
    owesGap = true
    onError(error)
  }
  const keeping = keepOpen({
    line: (lost) => {
      const client = makeClient(url, lost, onError)
      const { check, end } = lineOf(client)
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
    onFirst: payGap,
    onAgain: payGap,
    onError,
  })
  return {
    say,
    close: async () => {
      // Lets out what is on its way.
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
    // Moving between servers is a lost connection like any other.
    maintNotifications: 'disabled',
  })
  client.on('error', onError)
  client.on('terminated', lost)
  return client
}

const lineOf = (client: Client): Pick<Line, 'check' | 'end'> => ({
  check: () => client.ping(),
  end: () => Promise.resolve(client.destroy()),
})
