import type { Context } from '../../../deps.ts'
import { composeDigest } from './digest.ts'
import { readDigest, takeDueDigests, type DueDigest } from './digest-queries.ts'

const DUE_JOB = 'notifications.mail'
const DIGEST_JOB = 'notifications.letter'
const RETRIES = 3

/**
 * Emails people who are away what they have not read. Taking what is due and queueing the email is one transaction. A
 * send that the mail server refuses is repeated under the same message id.
 */
export function registerDigests({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { db, jobs, mail, env } = deps

  jobs.work(
    DUE_JOB,
    async () => {
      if (!mail.isOn) return
      for (;;) {
        const count = await db.transaction().execute(async (trx) => {
          const due = await takeDueDigests(trx)
          for (const digest of due) await jobs.send(trx, DIGEST_JOB, digest)
          return due.length
        })
        if (count === 0) return
      }
    },
    { schedule: '*/5 * * * *' },
  )

  jobs.work<DueDigest>(
    DIGEST_JOB,
    async (due, { isLastAttempt }) => {
      const digest = await readDigest(db, due)
      const [id] = due.ids
      if (digest === null || id === undefined || !mail.isOn) return
      try {
        await mail.send(composeDigest(digest, { publicUrl: env.publicUrl, userId: due.userId, id }))
      } catch (error) {
        if (isLastAttempt) app.log.error({ err: error, userId: due.userId }, 'email given up')
        throw error
      }
    },
    { retries: RETRIES, concurrency: 2 },
  )
}
