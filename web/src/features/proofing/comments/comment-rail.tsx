import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import type { Shown, ShownMark } from '../marks/mark-rules.ts'
import type { ProofOutbox } from './outbox.ts'
import { texts as all } from '../proof-texts.ts'
import { Comment, commentId, type CommentActs } from './comment.tsx'
import { UnsentList } from './unsent-list.tsx'

const texts = all.comments

interface CommentRailProps {
  room: ProofRoom
  viewerId: string
  /** All of the shown version, and those about older ones. */
  marks: readonly ShownMark[]
  versionId: string
  shown: Shown
  onShown: (shown: Shown) => void
  selectedId: string | null
  acts: CommentActs
  outbox: ProofOutbox
  /** The time of a mark, as the film's time code; null for what has none. */
  timeOf: (mark: ProofMark) => ReactNode
  /** Whether the file is something to press on. */
  canPress: boolean
  /** Buttons beside the filter. */
  extra?: ReactNode
}

const isShown = (shown: Shown, { mark: { state } }: ShownMark): boolean =>
  (state === 'open') === (shown === 'open')

/** The comments on a file: the open ones, or those that are done. */
export function CommentRail(props: CommentRailProps) {
  const { room, marks, versionId, shown, onShown, selectedId, acts, outbox, timeOf } = props
  const now = useNow()
  const counts = {
    open: marks.filter((one) => isShown('open', one)).length,
    done: marks.filter((one) => isShown('done', one)).length,
  }
  const list = marks.filter((one) => isShown(shown, one))
  const unsent = outbox.all()
  const own = unsent.filter(({ target }) => 'place' in target && target.versionId === versionId)

  const reveal = useEffectEvent((id: string) =>
    document.getElementById(commentId(id))?.scrollIntoView({ block: 'nearest' }),
  )
  useEffect(() => {
    if (selectedId !== null) reveal(selectedId)
  }, [selectedId])

  return (
    <>
      <div className="proof-rail-head">
        <h2 className="display text-20 text-ink">{texts.heading}</h2>
        <div role="group" aria-label={texts.heading} className="proof-filter">
          {(['open', 'done'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="proof-tool"
              aria-pressed={one === shown}
              onClick={() => onShown(one)}
            >
              {texts[one](counts[one])}
            </button>
          ))}
        </div>
        {props.extra}
      </div>
      <div className="proof-rail-list">
        {list.length === 0 && (shown === 'done' || own.length === 0) ? (
          <p className="proof-none">{emptyWords(props, counts)}</p>
        ) : (
          <ol>
            {list.map(({ mark, olderVersion }) => (
              <Comment
                key={mark.id}
                mark={mark}
                room={room}
                viewerId={props.viewerId}
                now={now}
                isSelected={mark.id === selectedId}
                olderVersion={olderVersion}
                time={timeOf(mark)}
                acts={acts}
              >
                <UnsentList
                  unsent={unsent.filter(
                    ({ target }) => 'markId' in target && target.markId === mark.id,
                  )}
                  outbox={outbox}
                />
              </Comment>
            ))}
          </ol>
        )}
        {shown === 'open' ? <UnsentList unsent={own} outbox={outbox} /> : null}
      </div>
    </>
  )
}

function emptyWords(
  { shown, canPress, room }: CommentRailProps,
  counts: { open: number; done: number },
): string {
  if (shown === 'done') return texts.noneDone
  if (counts.done > 0) return texts.noneOpen
  return canPress && room.rights.includes('comment') ? texts.none : texts.noneHere
}
