// People who read while something is away.
import { setTimeout as sleep } from 'node:timers/promises'

const ANSWER_MS = 30_000
const PAUSE_MS = 20
const PATHS = ['/', '/api/portfolios?limit=24', '/api/posts/explore?limit=12', '/api/categories']

/**
 * Reads one address after the other for each person, as long as the drill goes on. A null person is a visitor. `stop`
 * returns how often each status was answered, and the times of answers in milliseconds.
 */
export function startReaders(site, people, paths = PATHS) {
  const ending = new AbortController()
  const statuses = new Map()
  const times = []
  const read = async (person, first) => {
    for (let n = first; !ending.signal.aborted; n += 1) {
      const began = performance.now()
      const status = await ask(site.url + paths[n % paths.length], person)
      times.push(performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(PAUSE_MS)
    }
  }
  const work = Promise.all(people.map(read))
  return {
    statuses,
    stop: async () => {
      ending.abort()
      await work
      return { statuses, times }
    },
  }
}

async function ask(url, person) {
  try {
    const answer = await fetch(url, {
      headers: person === null ? {} : { cookie: person.cookie },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch {
    return 'no answer'
  }
}
