import {
  countAudiences,
  listAnnouncements,
  sendAnnouncement,
  stopAnnouncement,
  tryAnnouncement,
} from '@plinth/contract/moderation/announcements.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { createAnnouncementEmails } from './announcement-emails.ts'
import {
  countReaders,
  findAnnouncement,
  findAnnouncements,
  findSelf,
  insertAnnouncement,
  stopSending,
  type Written,
} from './announcement-queries.ts'

const trimmed = ({ subject, text }: Written): Written => ({
  subject: subject.trim(),
  text: text.trim(),
})

/** News that owners email to members. */
export function registerAnnouncements(context: Pick<Context, 'app' | 'mount' | 'deps'>): void {
  const { mount, deps } = context
  const { db, mail } = deps
  const emails = createAnnouncementEmails(context)
  const needMail = () => {
    if (!mail.isOn)
      throw new AppError('conflict', 'No mail server is set up, so nothing can be sent.')
  }

  mount(listAnnouncements, () => findAnnouncements(db))
  mount(countAudiences, () => countReaders(db))

  mount(tryAnnouncement, async ({ body, viewer }) => {
    needMail()
    if ((await findSelf(db, viewer.id)) === null)
      throw new AppError('conflict', 'Your own address is not confirmed, so we can’t email you.')
    await emails.trial(db, viewer.id, trimmed(body))
    return null
  })

  mount(sendAnnouncement, async ({ body: { audience, ...body }, viewer, request }) => {
    needMail()
    const written = trimmed(body)
    const id = await db.transaction().execute(async (trx) => {
      const made = await insertAnnouncement(trx, { ...written, audience, sentBy: viewer.id })
      if (made === null)
        throw new AppError('conflict', 'Another email is being sent. Wait for its end, or stop it.')
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'announcement.send',
        subjectKind: 'announcement',
        subjectId: made,
        after: { subject: written.subject, audience },
      })
      await emails.begin(trx, made)
      return made
    })
    return orNotFound(await findAnnouncement(db, id))
  })

  mount(stopAnnouncement, async ({ params: { id }, viewer, request }) => {
    orNotFound(await findAnnouncement(db, id))
    await db.transaction().execute(async (trx) => {
      const reached = await stopSending(trx, id)
      if (reached === null) throw new AppError('conflict', 'This is no longer being sent.')
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'announcement.stop',
        subjectKind: 'announcement',
        subjectId: id,
        after: { reached },
      })
    })
    return orNotFound(await findAnnouncement(db, id))
  })
}
