import type { IncomingMessage, ServerResponse } from 'node:http'
import { completeAccount } from '../payouts/accounts.ts'
import { ApiError, invalid } from '../errors.ts'
import { keyOf, readText, sendJson, type CardsDependencies } from '../api.ts'
import { failPayout, payOutAll } from '../payouts/balance.ts'
import { FAULT_MODES, type Call } from '../call.ts'
import { checkBooks } from './books.ts'
import { payByCard, answerConfirmation } from '../payments/checkout-payment.ts'
import { advance, beginAt } from './clock.ts'
import { readPolicy, REGULAR, writePolicy, type Policy, resend } from '../webhooks/events.ts'
import { closeDispute, openDispute } from '../payments/disputes.ts'
import { scriptFault } from './faults.ts'
import { failRefund, settleRefund } from '../payments/refunds.ts'
import { outward } from '../render.ts'
import { all, get } from '../store.ts'
import { testCard, tokenCard } from '../payments/methods.ts'
import { asAnswer, read, write } from '../world.ts'

type Input = Record<string, unknown>
type Action = (call: Call, input: Input, id: string) => Promise<unknown>

const wrong = (name: string): ApiError => invalid(`${name} is missing or wrong.`, { param: name })
function text(input: Input, name: string): string {
  const value = input[name]
  if (typeof value !== 'string' || value === '') throw wrong(name)
  return value
}
function seconds(input: Input): number {
  const value = input.seconds
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw wrong('seconds')
  return value
}

/** Seconds from the world's clock to a time; negative for the past. */
function secondsUntil(call: Call, at: unknown): number {
  const until = typeof at === 'string' ? Math.floor(Date.parse(at) / 1_000) : NaN
  if (!Number.isInteger(until)) throw wrong('at')
  return until - call.now
}

const clockOf = (call: Call) => ({ now: call.now, iso: new Date(call.now * 1_000).toISOString() })

async function pay(call: Call, input: Input) {
  const session = await get(call, 'checkout.session', text(input, 'session'))
  const typed = text(input, 'card')
  const card = testCard(typed) ?? tokenCard(typed)
  if (card === null) throw wrong('card')
  const person = {
    email:
      typeof input.email === 'string'
        ? input.email
        : (session.customer_email ?? 'buyer@example.com'),
    name: typeof input.name === 'string' ? input.name : 'Test Buyer',
  }
  const details = { ...person, expMonth: 12, expYear: 2034 }
  const first = await payByCard(call, session, card, details)
  // `confirm: false` refuses on the bank's page; without it the payment is approved.
  return first.state === 'confirming'
    ? answerConfirmation(call, first.session, input.confirm !== false)
    : first
}

function policyOf(input: Input): Policy {
  const { duplicate, shuffle, delayMs, drop } = { ...REGULAR, ...input }
  const isList = Array.isArray(drop) && drop.every((type) => typeof type === 'string')
  if (typeof duplicate !== 'boolean') throw wrong('duplicate')
  if (typeof shuffle !== 'boolean') throw wrong('shuffle')
  if (typeof delayMs !== 'number' || delayMs < 0) throw wrong('delayMs')
  if (drop !== 'all' && !isList) throw wrong('drop')
  return { duplicate, shuffle, delayMs, drop }
}

async function failNext(call: Call, input: Input) {
  const mode = FAULT_MODES.find((candidate) => candidate === input.mode)
  if (mode === undefined) throw wrong('mode')
  const { times = 1 } = input
  if (typeof times !== 'number' || times < 1) throw wrong('times')
  const method = text(input, 'method').toUpperCase()
  await scriptFault(call, { method, path: text(input, 'path'), times, mode })
  return { ok: true }
}

/** Resends events selected by id, by type or since a time. */
async function resendEvents(call: Call, input: Input) {
  const wanted = (await all(call, 'event', {})).filter(
    (event) =>
      (input.id === undefined || event.id === input.id) &&
      (input.type === undefined || event.type === input.type) &&
      (typeof input.since !== 'number' || event.created >= input.since),
  )
  let count = 0
  for (const event of wanted.reverse()) count += await resend(call, event)
  return { events: wanted.length, deliveries: count }
}

async function deliveries(call: Call) {
  const { rows } = await call.db.query(
    `select d.event, o.body ->> 'type' as type, d.url, d.attempts, d.outcome,
       d.next_at is not null as waits
     from cards_deliveries d join cards_objects o on o.world = d.world and o.id = d.event
     where d.world = $1 order by d.id`,
    [call.world],
  )
  return { deliveries: rows }
}

async function reset(call: Call) {
  await call.db.query('delete from cards_worlds where key = $1', [call.world])
  return { ok: true }
}

const READS: [RegExp, Action][] = [
  [/^clock$/, async (call) => clockOf(call)],
  [/^delivery$/, (call) => readPolicy(call)],
  [/^deliveries$/, deliveries],
  [/^check$/, checkBooks],
]
const WRITES: [RegExp, Action][] = [
  [
    /^clock$/,
    async (call, input) => {
      const by = input.at === undefined ? seconds(input) : secondsUntil(call, input.at)
      return { done: await (by < 0 ? beginAt(call, by) : advance(call, by)), ...clockOf(call) }
    },
  ],
  [
    /^delivery$/,
    async (call, input) => {
      await writePolicy(call, policyOf(input))
      return readPolicy(call)
    },
  ],
  [/^fail-next$/, failNext],
  [/^events\/resend$/, resendEvents],
  [/^payments\/pay$/, pay],
  [
    /^accounts\/([\w]+)\/complete$/,
    (call, _input, id) =>
      completeAccount(call, id, { firstName: 'Test', lastName: 'Creator', bankLast4: '6789' }),
  ],
  [/^disputes\/open$/, (call, input) => openDispute(call, text(input, 'charge'))],
  [
    /^disputes\/(win|lose)$/,
    async (call, input, verb) =>
      closeDispute(
        call,
        await get(call, 'dispute', text(input, 'dispute')),
        verb === 'win' ? 'won' : 'lost',
      ),
  ],
  [/^refunds\/(\w+)\/fail$/, (call, _input, id) => failRefund(call, id)],
  [/^refunds\/(\w+)\/settle$/, (call, _input, id) => settleRefund(call, id)],
  [/^payouts\/(\w+)\/fail$/, (call, _input, id) => failPayout(call, id)],
  [
    /^payouts\/run$/,
    async (call, input) => ({
      payouts: await payOutAll(
        call,
        input.account === undefined ? undefined : text(input, 'account'),
      ),
    }),
  ],
  [/^reset$/, reset],
]

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/** Handles `/cards/control/…`: lets tests cause what banks and people would do. JSON, from this machine only. */
export function createControl({ database, config, wake }: CardsDependencies) {
  const answerTo = async (request: IncomingMessage, path: string) => {
    if (!LOOPBACK.test(request.socket.remoteAddress ?? ''))
      throw new ApiError(403, {
        type: 'invalid_request_error',
        message: 'The control answers this machine only.',
      })
    const isRead = request.method === 'GET'
    const [found] = (isRead ? READS : WRITES).flatMap(([pattern, action]) => {
      const match = pattern.exec(path)
      return match === null ? [] : [{ action, id: match[1] ?? '' }]
    })
    if (found === undefined)
      throw new ApiError(404, { type: 'invalid_request_error', message: `No control ${path}.` })
    const world = keyOf(request)
    const options = { world, method: request.method ?? 'GET', path: `/cards/control/${path}` }
    if (isRead) {
      const run = (call: Call) => found.action(call, {}, found.id)
      return { status: 200, body: await read(database, config, options, run) }
    }
    const input = parse(await readText(request))
    const answer = await write(database, config, options, async (call) =>
      outward(await found.action(call, input, found.id)),
    )
    wake(world)
    return answer
  }
  return async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const answer = await answerTo(request, path).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return asAnswer(error)
    })
    sendJson(response, answer)
  }
}

function parse(body: string): Input {
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Input
  } catch {
    // Refused below, like any other body that is not an object.
  }
  throw invalid('The body must be a JSON object.')
}
