// One person sends slow pictures without end, and another one small pictures, each of which must be taken in soon.
import { setTimeout as sleep } from 'node:timers/promises'
import { pickPeople } from './load/people.mjs'
import { startSite } from './site.mjs'

/** How long a small picture may take, whoever else sends what. */
const MOST_MS = 2_000
const BETWEEN_MS = 500
/** The server is still looking at it, and says where to ask. */
const LATER = 202

export async function run({ folder, stops, options }) {
  const { makePicture } = await import('../../../server/test/media/pictures.ts')
  const site = await startSite({ folder, stops })
  const [sender, other] = await pickPeople(site, 2)
  const small = await makePicture('image/png', 8, 8)
  const slow = await makePicture('image/avif', 6_000, 4_000)
  // What has to be started and compiled once is over then.
  await send(site, other, small, 'small.png')
  const alone = await sendSmall(site, other, small, options.seconds)
  const slowOnes = sendSlow(site, sender, slow, options.slow)
  stops.push(() => slowOnes.stop())
  // All of them have begun then.
  await sleep(5_000)
  const beside = await sendSmall(site, other, small, options.seconds)
  const taken = await slowOnes.stop()
  const row = (what, senders, { times, refused }, done) => [
    what,
    ...[senders, done, times.length, refused.length].map(String),
    ...[median(times), Math.max(...times)].map((ms) => `${Math.round(ms)} ms`),
  ]
  const worst = Math.max(...beside.times)
  return {
    rows: [
      ['who else sends', 'at once', 'of theirs taken in', 'small ones', 'refused', 'p50', 'worst'],
      row('nobody', 0, alone, 0),
      row('one person with slow pictures', options.slow, beside, taken),
    ],
    problems: [
      ...[...alone.refused, ...beside.refused].map((status) => `A small picture got ${status}.`),
      ...(worst > MOST_MS ? [`A small picture took ${(worst / 1_000).toFixed(1)} s.`] : []),
      ...(taken === 0 ? ['No slow picture was taken in.'] : []),
    ],
  }
}

const median = (times) => times.toSorted((one, other) => one - other)[times.length >> 1]

/** Sends small pictures for so many seconds, one after another. */
async function sendSmall(site, person, bytes, seconds) {
  const times = []
  const refused = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
    const { status, ms } = await send(site, person, bytes, 'small.png')
    if (status < 300) times.push(ms)
    else refused.push(status)
    await sleep(BETWEEN_MS)
  }
  return { times, refused }
}

/** Keeps so many slow pictures of one person on their way until it is stopped. Says then how many were taken in. */
function sendSlow(site, person, bytes, count) {
  const ending = new AbortController()
  let taken = 0
  const one = async () => {
    while (!ending.signal.aborted)
      if ((await send(site, person, bytes, 'slow.avif')).status < 300) taken += 1
  }
  const all = Promise.all(Array.from({ length: count }, one))
  return {
    stop: async () => {
      ending.abort()
      await all
      return taken
    },
  }
}

/**
 * Uploads a file, and waits until the server has looked at it. Then removes it, because nobody may keep many files that
 * are used nowhere. Returns the status of the upload and how long it took.
 */
async function send({ url }, { cookie }, body, fileName) {
  const call = (method, path, own) =>
    fetch(url + path, { method, headers: { origin: url, cookie }, ...own })
  const began = performance.now()
  let answer = await call('POST', `/api/media?fileName=${fileName}`, { body })
  while (answer.status === LATER) answer = await call('POST', answer.headers.get('location'))
  const ms = performance.now() - began
  const { id } = await answer.json()
  if (answer.ok) await call('DELETE', `/api/media/${id}`)
  return { status: answer.status, ms }
}
