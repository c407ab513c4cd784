import './own.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { OwnProofRoom } from '@plinth/contract/proofing/own.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { ownRoomsQuery, useDeleteRoom } from './own-api.ts'
import { ownTexts as texts } from './own-texts.ts'

const RenameDialog = lazy(async () => ({
  default: (await import('./rename-dialog.tsx')).RenameDialog,
}))

/** The proof rooms that somebody has opened for works of their own, to open, rename or delete them. */
export function OwnRooms() {
  const query = useInfiniteQuery(ownRoomsQuery())
  const remove = useDeleteRoom()
  const [asked, setAsked] = useState<OwnProofRoom | null>(null)
  const [renamed, setRenamed] = useState<OwnProofRoom | null>(null)
  const [said, setSaid] = useState('')
  const removeAsked = (room: OwnProofRoom) =>
    remove.mutate(room, {
      onSuccess: () => setSaid(texts.deleted(room.title)),
      onError: (error) => {
        if (!isUnauthorized(error)) showError(sentenceOf(error, texts.deleteFailed))
      },
      onSettled: () => setAsked(null),
    })
  return (
    <>
      <div className="own-head">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
        <Button asChild>
          <Link to="/drafts">{texts.drafts}</Link>
        </Button>
      </div>
      <p className="mt-2 text-16 text-ink-2">{texts.intro}</p>
      <PagesView
        query={query}
        skeleton={<RowsSkeleton />}
        failed={texts.failed}
        loadingMore={texts.loadingMore}
        moreFailed={texts.moreFailed}
        empty={
          <div role="status" className="max-w-160">
            <EmptyState
              title={texts.empty}
              line={texts.emptyLine}
              action={
                <Button asChild>
                  <Link to="/drafts">{texts.choose}</Link>
                </Button>
              }
            />
          </div>
        }
      >
        {(rooms) => (
          <ul className="own-list">
            {rooms.map((room) => (
              <li key={room.id} className="own-row">
                <Preview room={room} />
                <div className="min-w-0 flex-1">
                  <Link
                    to="/proofs/$id"
                    params={{ id: room.id }}
                    className="hit text-16 font-semibold wrap-anywhere text-ink hover:underline"
                  >
                    {room.title}
                  </Link>
                  <p className="tnum text-14 text-ink-3">{factsOf(room)}</p>
                </div>
                <div className="own-acts">
                  <Button
                    variant="quiet"
                    aria-label={texts.renameName(room.title)}
                    onClick={() => setRenamed(room)}
                  >
                    {texts.rename}
                  </Button>
                  <Button
                    variant="quiet-danger"
                    aria-label={texts.deleteName(room.title)}
                    onClick={() => setAsked(room)}
                  >
                    {texts.delete}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagesView>
      <p role="status" className="sr-only">
        {said}
      </p>
      {renamed === null ? null : (
        <Suspense fallback={null}>
          <RenameDialog room={renamed} onClose={() => setRenamed(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={texts.deleteTitle(asked?.title ?? '')}
        description={texts.deleteText}
        keep={texts.keep}
        confirm={texts.delete}
        busy={remove.isPending && texts.deleting}
        onConfirm={() => {
          if (asked !== null && !remove.isPending) removeAsked(asked)
        }}
      />
    </>
  )
}

const factsOf = ({ files, openMarks, openLinks, createdAt }: OwnProofRoom): string =>
  [
    texts.files(files),
    texts.open(openMarks),
    texts.links(openLinks),
    texts.opened(dayOf(createdAt)),
  ].join(', ')

const Preview = ({ room: { preview } }: { room: OwnProofRoom }) => (
  <span className="own-picture" aria-hidden>
    {preview === null ? null : (
      <img src={preview.url} alt="" width={preview.width} height={preview.height} />
    )}
  </span>
)

const RowsSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="own-list">
    {[0, 1, 2].map((index) => (
      <div key={index} className="own-row">
        <Skeleton className="own-picture" />
        <span>
          <Skeleton className="h-5 w-60 max-w-full" />
          <Skeleton className="mt-2 h-4 w-2/5" />
        </span>
      </div>
    ))}
  </div>
)
