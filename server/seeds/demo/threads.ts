import { inquirySubject, replySubject } from '@plinth/contract/messages/messages.ts'
import type { Kysely } from 'kysely'
import { processOutbox } from '../../src/core/notifications/outbox/outbox-queries.ts'
import type { DB } from '../../src/db/schema.ts'
import { createCalendar, type Calendar } from './calendar.ts'
import { publicationDates, messageDates } from './dates.ts'
import {
  findMessageIds,
  insertConversations,
  insertMessageOutboxRows,
  insertMessages,
  markAsMailed,
  recountConversations,
  type DemoMessage,
} from './thread-queries.ts'
import { createRandom } from '../random.ts'
import { fixedId, type World } from '../world.ts'
import type { DatedThread, WorldHire } from '../world-more.ts'

/**
 * Inserts the demo people's messages, all at once. Returns false if they exist already. A world that was seeded before
 * Plinth had messages gets them here.
 */
export async function writeThreads(
  db: Kysely<DB>,
  { world, now }: { world: World; now: Date },
): Promise<boolean> {
  const messages = [...makeMessages(world, now), ...makeDated(world, createCalendar(now))]
  const ids = messages.map((message) => message.id)
  if ((await findMessageIds(db, ids)).size > 0) return false
  await db.transaction().execute(async (trx) => {
    await insertConversations(trx, messages)
    await insertMessages(trx, messages)
    await recountConversations(trx)
    await insertMessageOutboxRows(trx, ids)
  })
  // Creates the notifications here and marks them as emailed, so that nobody gets an email about them.
  while (((await processOutbox(db))?.taken ?? 0) > 0);
  await markAsMailed(db, ids)
  return messages.length > 0
}

function makeMessages({ threads, works, more }: World, now: Date): DemoMessage[] {
  const dates = messageDates(threads, {
    published: publicationDates(works, { days: more.workDays, now }),
    now,
  })
  const random = createRandom('opened')
  return threads.flatMap((thread, place) => {
    const { between, subject, inquiry, work } = thread
    const threadId = fixedId('thread', subject)
    const times = dates[place] ?? []
    return thread.messages.map(({ from, content, quote }, at) => {
      const [sent, next] = [times[at] ?? now, times[at + 1] ?? now]
      const isOpen = at === thread.messages.length - 1 && thread.isUnread === true
      const opened = new Date(sent.getTime() + random.next() * (next.getTime() - sent.getTime()))
      return {
        id: fixedId('message', `${subject}/${at}`),
        threadId,
        senderId: fixedId('person', from),
        receiverId: fixedId('person', from === between[0] ? between[1] : between[0]),
        baseSubject: subject,
        subject: at === 0 ? subject : replySubject(subject),
        content,
        ...(at === 0 && inquiry ? inquiry : { budget: null, timeline: null }),
        itemId: at === 0 && work !== null ? fixedId('work', work) : null,
        quoteCents: quote ? quote.price * 100 : null,
        quoteTimeline: quote?.timeline ?? null,
        readAt: isOpen ? null : opened,
        createdAt: sent,
      }
    })
  })
}

/** Threads whose times are given, and what the people of each hire wrote to each other. */
function makeDated(world: World, calendar: Calendar): DemoMessage[] {
  const { threads, cases, hires } = world.more
  return [
    ...[...threads, ...cases.messages].flatMap((thread) => datedMessages(thread, calendar)),
    ...hires.flatMap((hire) => datedMessages(threadOf(world, hire), calendar)),
  ]
}

/** The conversation of a hire. What was written before the last two days has been read. */
function threadOf({ works }: World, hire: WorldHire): DatedThread {
  const { key, work, client, creator, messages } = hire
  const title = works.find(({ id }) => id === work)?.title ?? null
  return {
    key: `hire ${key}`,
    subject: inquirySubject(title),
    budget: null,
    timeline: null,
    work: null,
    participants: [client, creator],
    messages: messages.map(({ from, content, at }) => ({
      from,
      to: from === client ? creator : client,
      content,
      isRead: true,
      at,
    })),
  }
}

function datedMessages(thread: DatedThread, calendar: Calendar): DemoMessage[] {
  const { key, subject, budget, timeline, work, messages } = thread
  return messages.map(({ from, to, content, isRead, at }, place) => {
    const sent = calendar.at(at)
    const isFirst = place === 0
    return {
      id: fixedId('message', `${key}/${place}`),
      threadId: fixedId('thread', key),
      senderId: fixedId('person', from),
      receiverId: fixedId('person', to),
      baseSubject: subject,
      subject: isFirst ? subject : replySubject(subject),
      content,
      budget: isFirst ? budget : null,
      timeline: isFirst ? timeline : null,
      itemId: isFirst && work !== null ? fixedId('work', work) : null,
      quoteCents: null,
      quoteTimeline: null,
      readAt: isRead ? new Date(sent.getTime() + READ_AFTER_MS) : null,
      createdAt: sent,
    }
  })
}
const READ_AFTER_MS = 4 * 60_000
