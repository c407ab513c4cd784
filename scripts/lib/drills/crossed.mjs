// Many answers of a few people at once, through every cache: none may hold what is somebody else's.
import { canaryOf, findCanaries } from './canary.ts'
import { withClient } from './invariants.mjs'
import { pickPeople } from './load/people.mjs'
import { tallyText } from './report.mjs'
import { startSite } from './site.mjs'

const PEOPLE = 20
const AT_ONCE = 100
/** One request in seven is a visitor's, whose answers are kept and sent again. */
const VISITOR_EVERY = 7
const PATHS = [
  '/api/auth/user',
  '/',
  '/api/conversations',
  '/api/portfolios?limit=24',
  '/api/messages?limit=5',
  '/for-you',
  '/api/notifications',
  '/settings',
]

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  const people = await pickPeople(site, PEOPLE)
  await hideCanaries(site, people)
  const statuses = new Map()
  const crossed = []
  let own = 0
  let next = 0
  const work = async () => {
    for (let n = next++; n < options.answers; n = next++) {
      const person = n % VISITOR_EVERY === 0 ? null : people[n % people.length]
      const path = PATHS[Math.floor(n / people.length) % PATHS.length]
      const answer = await fetch(site.url + path, {
        headers: person === null ? {} : { cookie: person.cookie },
      })
      const found = findCanaries(await answer.text(), person?.id ?? null)
      own += found.own
      crossed.push(...found.crossed.map((one) => `${path} of ${person?.id ?? 'a visitor'}: ${one}`))
      statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - began) / 1_000
  return {
    rows: [
      [
        'answers',
        'of people',
        'at once',
        'private texts of the reader',
        'of others',
        'by status',
        'seconds',
      ],
      [
        ...[options.answers, PEOPLE, AT_ONCE, own, crossed.length].map(String),
        tallyText(statuses),
        seconds.toFixed(1),
      ],
    ],
    problems: [
      ...crossed.slice(0, 5),
      ...(own === 0 ? ['No answer held a private text, so nothing was tried.'] : []),
      ...[...statuses.keys()]
        .filter((status) => Number(status) >= 500)
        .map((status) => `${statuses.get(status)} answers with ${status}.`),
    ],
  }
}

/** Gives each of them an address, and a message to the next one, that names whom it is for. */
async function hideCanaries(site, people) {
  await withClient(site.databaseUrl, async (client) => {
    for (const { id } of people)
      await client.query('update users set email = $2 where id = $1', [
        id,
        `${canaryOf(id)}@example.com`,
      ])
  })
  for (const { id, cookie, friendId } of people) {
    const answer = await fetch(`${site.url}/api/messages`, {
      method: 'POST',
      headers: { origin: site.url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ receiverId: friendId, content: canaryOf(id, friendId) }),
    })
    if (!answer.ok) throw new Error(`A message was refused: ${answer.status}`)
  }
}
