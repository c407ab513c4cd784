import { keepConnected } from '../../live/redis.ts'
import { TOO_LONG_MS, type ShareCounts } from './counts.ts'

/** Adds to each key and returns its sum and the milliseconds that are left. One call for all of them. */
const ADD = `
  local sums = {}
  for at, key in ipairs(KEYS) do
    local added = ARGV[2 * at - 1]
    if redis.call('PTTL', key) > ${TOO_LONG_MS} then redis.call('DEL', key) end
    local sum = redis.call('INCRBY', key, added)
    if sum == tonumber(added) then redis.call('PEXPIRE', key, ARGV[2 * at]) end
    sums[2 * at - 1] = sum
    sums[2 * at] = redis.call('PTTL', key)
  end
  return sums`

/** Shares counts over Redis, which forgets each by itself once its time is over. */
export function shareByRedis({ url, site }: { url: string; site: string }): {
  share: ShareCounts
  close: () => Promise<void>
} {
  const connection = keepConnected({
    url,
    onOpen: () => undefined,
    // The bus loses its connection at the same time and logs why.
    onError: () => undefined,
  })
  const prefix = `plinth_limit:${site}:`
  return {
    share: async (added) => {
      const client = connection.client()
      if (client === null) throw new Error('There is no connection to Redis.')
      const sums = (await client.eval(ADD, {
        keys: added.map(({ key }) => prefix + key),
        arguments: added.flatMap(({ count, ms }) => [String(count), String(ms)]),
      })) as number[]
      return added.map(({ key }, at) => ({
        key,
        count: sums[2 * at] ?? 0,
        ms: sums[2 * at + 1] ?? 0,
      }))
    },
    close: connection.close,
  }
}
