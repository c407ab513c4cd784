import { newId } from '../../../../db/id.ts'
import type { Database } from '../../../../db/pool.ts'
import type { Context, Deps } from '../../../../deps.ts'
import { PaymentsRefused, PaymentsUnavailable } from '../../../../gateways/payments/payments.ts'
import { composeEmail, SENT_BY_MACHINE } from '../template/compose.ts'
import type { EmailContent } from '../template/email.ts'
import { readProjectFacts, readPromotionFacts, readSubscriptionFacts } from './money-queries.ts'
import { projectEmail } from './project-emails.ts'
import { promotionEmail, type PromotionNews } from './promotion-emails.ts'
import { subscriptionEmail, type SubscriptionNews } from './subscription-emails.ts'
import type { Bank, Card } from './words.ts'

const JOB = 'notifications.money'
/** Over about four minutes, because a mail server that restarts must lose no receipt. */
const RETRIES = 7

export type MoneyNews =
  | { about: 'project'; eventId: string; isReminder: boolean }
  | { about: 'subscription'; news: SubscriptionNews; cents: number | null }
  | {
      about: 'promotion'
      news: PromotionNews
      /** Null: the latest of the post. */
      promotionId: string | null
      postId: string | null
    }
interface Queued {
  /** Becomes the message id: the same email, however often it is sent. */
  id: string
  userId: string
  at: string
  told: MoneyNews
}
export type MoneyMailing = Pick<Deps, 'jobs' | 'mail'>

/**
 * Sends an email about money once the transaction commits, whether or not the person is on Plinth and whatever they
 * chose: it is their receipt.
 */
export async function queueMoneyEmail(
  trx: Database,
  { jobs, mail }: MoneyMailing,
  email: { userId: string; told: MoneyNews; at: Date; id?: string },
): Promise<void> {
  if (!mail.isOn) return
  const { userId, told, at, id = newId() } = email
  await jobs.send(trx, JOB, { id, userId, told, at: at.toISOString() } satisfies Queued)
}

export function registerMoneyEmails({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { jobs, mail, env } = deps
  jobs.work<Queued>(
    JOB,
    async (queued, { attempt, isLastAttempt }) => {
      if (!mail.isOn) return
      try {
        const written = await write(deps, queued, { isPatient: attempt <= PATIENT_ATTEMPTS })
        if (written === null) return
        await mail.send({
          to: written.to,
          ...composeEmail(written.content, env.publicUrl),
          headers: SENT_BY_MACHINE,
          id: queued.id,
        })
      } catch (error) {
        if (isLastAttempt) app.log.error({ err: error, id: queued.id }, 'email given up')
        throw error
      }
    },
    { retries: RETRIES, concurrency: 2 },
  )
}

/** So often an email waits for a card provider that does not answer; then it goes out without the card's name. */
const PATIENT_ATTEMPTS = 2

interface Written {
  to: string
  content: EmailContent
}

async function write(
  { db, env, payments }: Deps,
  { userId, told, at }: Queued,
  { isPatient }: { isPatient: boolean },
): Promise<Written | null> {
  const ask = async <T>(find: () => Promise<T>): Promise<T | null> => {
    try {
      return await find()
    } catch (error) {
      if (error instanceof PaymentsRefused) return null
      if (error instanceof PaymentsUnavailable && !isPatient) return null
      throw error
    }
  }
  const cardOf = (intentId: string | null): Promise<Card | null> | null =>
    intentId === null ? null : ask(async () => (await payments.getCharge(intentId)).card)
  const bankOf = (accountId: string | null): Promise<Bank | null> | null =>
    accountId === null ? null : ask(async () => (await payments.getAccount(accountId)).bank)

  if (told.about === 'project') {
    const facts = await readProjectFacts(db, { eventId: told.eventId, userId })
    if (facts === null) return null
    const card = facts.role === 'client' ? await cardOf(facts.intentId) : null
    const bank = facts.event === 'paid_out' ? await bankOf(facts.accountId) : null
    const content = projectEmail(
      { ...facts, card, bank, isReminder: told.isReminder },
      env.publicUrl,
    )
    return content === null ? null : { to: facts.email, content }
  }
  if (told.about === 'subscription') {
    const facts = await readSubscriptionFacts(db, userId)
    if (facts === null) return null
    const { news, cents } = told
    const content = subscriptionEmail({ ...facts, news, cents, at: new Date(at) }, env.publicUrl)
    return { to: facts.email, content }
  }
  const { news, promotionId, postId } = told
  const facts = await readPromotionFacts(db, { userId, promotionId, postId })
  if (facts === null) return null
  const card = await cardOf(facts.intentId)
  return {
    to: facts.email,
    content: promotionEmail({ ...facts, news, card, at: new Date(at) }, env.publicUrl),
  }
}
