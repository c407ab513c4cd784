import { useQuery, useQueryClient } from '@tanstack/react-query'
import { stopAnnouncement, type Announcement } from '@plinth/contract/moderation/announcements.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { dateAndTime, fullName } from '../../../lib/format/format.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { QueueSkeleton } from '../queues/queue-list.tsx'
import { announcementsQuery } from './announcement-api.ts'
import { announcementTexts } from './announcement-texts.ts'

const texts = announcementTexts.list

/** What was sent to members, the newest first. One that is being sent can be stopped. */
export function AnnouncementList() {
  const query = useQuery(announcementsQuery)
  return (
    <section aria-labelledby="announcements" className="min-w-0">
      <h2 id="announcements" className="display text-24 text-ink">
        {texts.title}
      </h2>
      <QueryView
        query={query}
        skeleton={<QueueSkeleton />}
        failed={texts.failed}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState {...texts.empty} />}
      >
        {(all) => (
          <ul aria-label={texts.title} className="mt-3">
            {all.map((one) => (
              <Row key={one.id} announcement={one} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

function Row({
  announcement: { id, subject, text, state, reached, sentBy, createdAt },
}: {
  announcement: Announcement
}) {
  const client = useQueryClient()
  const stopping = useSendOnce({
    send: () => call(stopAnnouncement, { params: { id } }),
    onSent: () => {
      toast({ title: texts.stopped, variant: 'success' })
      return readAgain(client, [announcementsQuery])
    },
    onFailed: (error) => {
      showCallError(error, texts.stopFailed, announcementTexts.tryLater)
      return readAgain(client, [announcementsQuery])
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold break-words text-ink">{subject}</p>
        <p className="text-14 text-ink-3">
          {texts.by(sentBy === null ? texts.somebody : fullName(sentBy), dateAndTime(createdAt))}
        </p>
        <p className="text-14 text-ink-2" role="status">
          {texts.states[state](reached)}
        </p>
        <details className="announcement-text">
          <summary className="text-14 text-ink-2">
            {texts.read}
            <span className="sr-only">{texts.readOf(subject)}</span>
          </summary>
          <p className="mt-1 text-14 break-words whitespace-pre-line text-ink">{text}</p>
        </details>
      </div>
      {state === 'sending' ? (
        <Button
          variant="quiet-danger"
          aria-label={texts.stopThat(subject)}
          busy={stopping.isSending && texts.stopping}
          onClick={() => stopping.send(null)}
        >
          {texts.stop}
        </Button>
      ) : null}
    </li>
  )
}
