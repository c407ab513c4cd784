/** The process of messages-readers.ts. */
import { get, type IncomingMessage } from 'node:http'
import { LIVE_PATH, type LiveEvent } from '@plinth/contract/notifications/live.ts'
import { now } from '../clock.ts'
import { eachAtOnce } from '../media/client.ts'
import type { Heard, Reader, ReadersAsked, ReadersTold } from './readers.ts'

/** So many streams are opened at a time. */
const AT_ONCE = 50

const heard: Heard[] = []
let lost = 0

process.on('message', (asked: ReadersAsked) => {
  void answer(asked)
    .catch((error: Error): ReadersTold => ({ failure: error.message }))
    .then((told) => process.send?.(told))
})

async function answer(asked: ReadersAsked): Promise<ReadersTold> {
  if (asked === 'report') return { heard: heard.splice(0), lost }
  await eachAtOnce(asked.open, AT_ONCE, openStream)
  return { opened: asked.open.length }
}

/** Resolves with the greeting. */
async function openStream({ url, cookie }: Reader, reader: number): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + LIVE_PATH, { agent: false, headers: { cookie } }, resolve).once('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}.`)
  const greeted = Promise.withResolvers<void>()
  const hear = (event: LiveEvent) => {
    if (event.type === 'hello') greeted.resolve()
    if (event.type === 'messages')
      heard.push({ reader, conversationId: event.conversationId, at: now() })
  }
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (part.startsWith('data: ')) hear(JSON.parse(part.slice(6)) as LiveEvent)
    }
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    lost += 1
    greeted.reject(new Error('A stream ended before its greeting.'))
  })
  await greeted.promise
}
