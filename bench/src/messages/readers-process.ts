/** The worker process of readers.ts. */
import { get, type IncomingMessage } from 'node:http'
import { LIVE_PATH, type LiveEvent } from '@plinth/contract/notifications/live.ts'
import {
  now,
  type StreamEvent,
  type Reader,
  type ReadersRequest,
  type ReadersReport,
} from './readers.ts'
import { eachAtOnce } from '../load/concurrency.ts'

/** How many streams are opened at a time. */
const AT_ONCE = 50

const events: StreamEvent[] = []
let lost = 0

process.on('message', (request: ReadersRequest) => {
  void answer(request)
    .catch((error: Error): ReadersReport => ({ failure: error.message }))
    .then((report) => process.send?.(report))
})

async function answer(request: ReadersRequest): Promise<ReadersReport> {
  if (request === 'report') return { events: events.splice(0), lost }
  await eachAtOnce(request.open, AT_ONCE, openStream)
  return { opened: request.open.length }
}

/** Opens a stream; resolves when its greeting arrives. */
async function openStream({ url, cookie }: Reader, reader: number): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + LIVE_PATH, { agent: false, headers: { cookie } }, resolve).once('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}.`)
  const greeted = Promise.withResolvers<void>()
  const receive = (event: LiveEvent) => {
    if (event.type === 'hello') greeted.resolve()
    if (event.type === 'messages')
      events.push({ reader, conversationId: event.conversationId, at: now() })
  }
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (part.startsWith('data: ')) receive(JSON.parse(part.slice(6)) as LiveEvent)
    }
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    lost += 1
    greeted.reject(new Error('A stream ended before its greeting.'))
  })
  await greeted.promise
}
