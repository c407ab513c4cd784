import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProofLink } from '@plinth/contract/proofing/links.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { linksQuery, useEndLink } from './share-api.ts'
import { guestLine, makerLine, rightLine, texts } from './share-texts.ts'

/** The links to a room with who came by them, and what guests see. */
export function LinkList({ room }: { room: ProofRoom }) {
  const query = useQuery(linksQuery(room.id))
  const end = useEndLink(room.id)
  const now = useNow()
  const [asked, setAsked] = useState<ProofLink | null>(null)
  const [said, setSaid] = useState('')
  const turnOff = (link: ProofLink) =>
    end.mutate(link, {
      onSuccess: () => setSaid(texts.turnedOff(link.name)),
      onError: (error) => {
        if (!isUnauthorized(error)) showError(sentenceOf(error, texts.turnOffFailed))
      },
      onSettled: () => setAsked(null),
    })
  return (
    <section className="share-list" aria-label={texts.list}>
      <h3 className="text-14 text-ink-3">{texts.list}</h3>
      <div className="share-links">
        <QueryView
          query={query}
          skeleton={
            <div role="status" aria-label={texts.listLoading}>
              <Skeleton className="mt-3 h-14" />
            </div>
          }
          failed={texts.listFailed}
          empty={
            <p className="mt-3 text-14 text-ink-3">
              {room.client === null ? texts.noneOwn : texts.none}
            </p>
          }
        >
          {(links) => (
            <ul>
              {links.map((link) => (
                <li key={link.id} className="share-link" data-state={link.state}>
                  <div className="min-w-0">
                    <p className="text-14 font-semibold text-ink wrap-anywhere">{link.name}</p>
                    <p className="text-13 text-ink-2">{rightLine(link, room.client === null)}</p>
                    <p className="text-13 text-ink-2">{guestLine(link, now)}</p>
                    {makerLine(link) === null ? null : (
                      <p className="text-13 text-ink-3">{makerLine(link)}</p>
                    )}
                  </div>
                  {link.state === 'open' ? (
                    <button
                      type="button"
                      className="share-off"
                      aria-label={texts.turnOffName(link.name)}
                      onClick={() => setAsked(link)}
                    >
                      {texts.turnOff}
                    </button>
                  ) : link.state === 'off' ? (
                    <span className="text-13 text-ink-3">{texts.off}</span>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
      <Seen room={room} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={texts.turnOffTitle(asked?.name ?? '')}
        description={texts.turnOffLine}
        keep={texts.keep}
        confirm={texts.turnOff}
        busy={end.isPending && texts.turningOff}
        onConfirm={() => {
          if (asked !== null && !end.isPending) turnOff(asked)
        }}
      />
    </section>
  )
}

/** The newest file as guests see it. */
function Seen({ room: { things, client, creator, role } }: { room: ProofRoom }) {
  const preview = things[0]?.versions[0]?.preview
  return (
    <div className="share-seen">
      {preview === null || preview === undefined ? null : (
        <img src={preview.url} alt="" width={preview.width} height={preview.height} />
      )}
      <p className="text-13 text-ink-2">
        {(preview === null || preview === undefined ? texts.willSee : texts.seen)(
          client === null
            ? texts.withOwner
            : role === 'creator'
              ? texts.withYou
              : texts.withCreator(creator.firstName),
        )}
      </p>
    </div>
  )
}
