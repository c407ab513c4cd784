import { queueEmail } from '../../../../core/notifications/emails/plain.ts'
import type { Context, Deps } from '../../../../deps.ts'
import { clearEndedLinks, findGuestsToMail, takeGuestNews } from './guest-mail-queries.ts'
import { guestMail } from './guest-emails.ts'

const MAIL_GUESTS = 'proofing.mail-guests'
const CLEAR_LINKS = 'proofing.clear-links'
const EVERY_MINUTE = '* * * * *'
const EVERY_NIGHT = '40 3 * * *'

/** Emails guests about answers, and deletes what is known of them some time after their link has ended. */
export function registerGuestJobs({ deps }: Pick<Context, 'deps'>): void {
  const { db, jobs, now } = deps
  jobs.work(
    MAIL_GUESTS,
    async () => {
      for (const id of await findGuestsToMail(db, now())) await mailGuest(deps, id)
    },
    { schedule: EVERY_MINUTE },
  )
  jobs.work(
    CLEAR_LINKS,
    async () => {
      while ((await clearEndedLinks(db, now())) > 0);
    },
    { schedule: EVERY_NIGHT },
  )
}

async function mailGuest(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const news = await takeGuestNews(trx, id, deps.now())
    if (news !== undefined)
      await queueEmail(trx, deps, {
        to: news.email,
        ...guestMail(news, { guestId: id, publicUrl: deps.env.publicUrl }),
      })
  })
}
