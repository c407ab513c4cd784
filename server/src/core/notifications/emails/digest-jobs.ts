import type { Context } from '../../../deps.ts'
import { composeLetter } from './digest-email.ts'
import { readLetter, takeDueLetters, type DueLetter } from './digest-queries.ts'

const DUE_JOB = 'notifications.mail'
const LETTER_JOB = 'notifications.letter'
const RETRIES = 3

/**
 * Letters to people who are away. Taking what is due and queueing the letter is one transaction; the letter itself is
 * tried again when the mail server refuses it, under the same message id.
 */
export function registerLetters({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { db, jobs, mail, env } = deps

  jobs.work(
    DUE_JOB,
    async () => {
      if (!mail.isOn) return
      for (;;) {
        const letters = await db.transaction().execute(async (trx) => {
          const due = await takeDueLetters(trx)
          for (const letter of due) await jobs.send(trx, LETTER_JOB, letter)
          return due.length
        })
        if (letters === 0) return
      }
    },
    { schedule: '*/5 * * * *' },
  )

  jobs.work<DueLetter>(
    LETTER_JOB,
    async (due, { isLastAttempt }) => {
      const data = await readLetter(db, due)
      const [id] = due.ids
      if (data === null || id === undefined || !mail.isOn) return
      try {
        await mail.send(composeLetter(data, { publicUrl: env.publicUrl, userId: due.userId, id }))
      } catch (error) {
        if (isLastAttempt) app.log.error({ err: error, userId: due.userId }, 'letter given up')
        throw error
      }
    },
    { retries: RETRIES, concurrency: 2 },
  )
}
