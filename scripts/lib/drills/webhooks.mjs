// Lets the card provider's webhooks come late, twice, out of order, or not at all, and compares the end with the provider.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../../server/seeds/random.ts'
import { withClient } from './invariants.mjs'
import { pickPeople } from './load/people.mjs'
import { agreesWithProvider, listAll } from './provider.mjs'
import { startSite, untilQuiet } from './site.mjs'
import { openTally } from './tally.mjs'

const WRITERS = 10
const WEBHOOKS = '/api/webhooks/stripe'
/** How each webhook goes on its way; one in five never arrives. */
const WAYS = ['late', 'twice', 'late', 'at once', 'never']
const LATEST_MS = 4_000

export async function run({ folder, stops, options }) {
  const random = createRandom(`webhooks ${options.seed}`)
  const detour = await startDetour({ random, stops })
  const site = await startSite({ folder, stops, own: { STRIPE_WEBHOOK_URL: detour.url } })
  detour.leadTo(site.url)
  const tally = openTally('webhooks late, twice, out of order, missing')
  let problems = []
  for (let round = 0; round < options.rounds; round += 1)
    await tally.round(
      site,
      // Nobody may hire for ever.
      await pickPeople(site, WRITERS, round),
      async () => {
        await sleep(options.seconds * 1_000)
        return 0
      },
      {
        // Half of them come back from paying, and of the others only a webhook can tell.
        only: ['hire', 'leave'],
        settle: async () => {
          await detour.settle()
          problems = await agreesWithProvider(site)
          await untilQuiet(site.databaseUrl)
        },
      },
    )
  const differences = await compareCharges(site)
  const { counts, refused } = detour
  return {
    rows: [
      [
        ...tally.head.slice(0, -2),
        ...counts.keys(),
        'charges at the provider',
        'not the same here',
      ],
      [
        ...tally.row().slice(0, -2),
        ...[...counts.values()].map(String),
        String(differences.charges),
        String(differences.wrong.length),
      ],
    ],
    problems: [
      ...tally.problems(),
      ...problems,
      ...differences.wrong,
      ...[...refused].map(([status, count]) => `${count} webhooks were answered with ${status}.`),
      ...(counts.get('never') === 0 ? ['Every webhook arrived, so nothing was tried.'] : []),
    ],
  }
}

/** Takes the provider's webhooks and passes them on as it likes. */
async function startDetour({ random, stops }) {
  let target
  const counts = new Map([...new Set(WAYS)].map((way) => [way, 0]))
  const refused = new Map()
  const open = new Set()
  const pass = async ({ headers, body }, wait) => {
    await sleep(wait)
    const answer = await fetch(target + WEBHOOKS, {
      method: 'POST',
      headers: {
        'content-type': headers['content-type'],
        'stripe-signature': headers['stripe-signature'],
      },
      body,
    })
    await answer.arrayBuffer()
    if (!answer.ok) refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1)
  }
  const begin = (work) => {
    open.add(work)
    void work
      .catch(() => refused.set('no answer', (refused.get('no answer') ?? 0) + 1))
      .finally(() => open.delete(work))
  }
  const take = async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const event = { headers: request.headers, body: Buffer.concat(chunks) }
    const way = WAYS[random.integer(0, WAYS.length - 1)]
    counts.set(way, counts.get(way) + 1)
    // Different delays put them out of order.
    if (way === 'at once') begin(pass(event, 0))
    if (way === 'late') begin(pass(event, random.integer(0, LATEST_MS)))
    if (way === 'twice')
      for (const wait of [0, random.integer(0, LATEST_MS)]) begin(pass(event, wait))
    // The provider believes that it arrived, and does not send it again.
    response.end()
  }
  const server = createServer((request, response) => void take(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  stops.push(async () => void server.close())
  return {
    url: `http://127.0.0.1:${server.address().port}${WEBHOOKS}`,
    counts,
    refused,
    leadTo: (url) => {
      target = url
    },
    settle: async () => {
      while (open.size > 0) await Promise.allSettled(open)
    },
  }
}

/** Every charge of the provider is one payment here, with the same amount, and there is no other. */
async function compareCharges(site) {
  const charges = await listAll(site, '/v1/charges')
  const theirs = new Map(
    charges.filter(({ status }) => status === 'succeeded').map(({ id, amount }) => [id, amount]),
  )
  const { rows } = await withClient(site.databaseUrl, (client) =>
    client.query(
      `select charge_id as id, amount_cents::int as amount from payments where state = 'paid'`,
    ),
  )
  const wrong = []
  for (const { id, amount } of rows) {
    if (theirs.get(id) !== amount)
      wrong.push(`Payment ${id}: ${amount} here, ${theirs.get(id)} there.`)
    theirs.delete(id)
  }
  for (const [id, amount] of theirs) wrong.push(`Charge ${id} of ${amount} is not known here.`)
  return { charges: charges.length, wrong }
}
