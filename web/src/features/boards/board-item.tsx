import { Link } from '@tanstack/react-router'
import { Ban, GripVertical } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { OPENS_DIALOG, workDialog } from '../../lib/routing/dialog-search.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { itemTexts as texts } from './board-texts.ts'
import { isMarked, placeOf, type ShownItem } from './item-view.ts'
import type { Arranging } from '../../lib/arrange/use-arrange.ts'

interface BoardItemCardProps {
  one: ShownItem
  image: { sizes: string; priority: boolean }
  viewerId: string | null
  /** Takes the whole width of a phone. */
  isWhole: boolean
  /** While things are moved, they open nothing. */
  arranging: Arranging<ShownItem> | null
  menu: ReactNode
}

/** A work or a post on a board, with its note. The whole card opens it. */
export function BoardItemCard(props: BoardItemCardProps) {
  const { one, viewerId, isWhole, arranging, menu } = props
  const { item, price, maker } = one
  const { ratio, width } = placeOf(one)
  return (
    <article
      className="board-item"
      data-item={one.id}
      data-wide={isWhole ? '' : undefined}
      data-noted={isMarked(item) ? '' : undefined}
      style={{ '--ar': ratio } as CSSProperties}
      {...arranging?.itemProps(one)}
    >
      <div
        className="board-picture"
        style={width < 1 ? { width: `${width * 100}%` } : undefined}
        {...arranging?.dragProps(one)}
      >
        <Shown {...props} />
        {arranging === null ? null : (
          <button type="button" className="board-handle" {...arranging.handleProps(one)}>
            <GripVertical size={20} aria-hidden />
          </button>
        )}
      </div>
      {isMarked(item) ? <Note item={item} viewerId={viewerId} /> : null}
      <div className="board-label">
        {maker === null ? null : (
          <div className="min-w-0 flex-1">
            <h3 className="work-title text-16 text-ink wrap-anywhere">
              {arranging === null ? <Opens one={one} isMember={viewerId !== null} /> : one.title}
            </h3>
            <p className="truncate text-14 text-ink-3">{fullName(maker)}</p>
            {price === null ? null : <p className="tnum text-14 font-semibold text-ink">{price}</p>}
          </div>
        )}
        {menu}
      </div>
    </article>
  )
}

function Opens({ one: { item, title }, isMember }: { one: ShownItem; isMember: boolean }) {
  if (item.work !== null) {
    return (
      <Link {...workDialog(item.work.id)} {...(isMember && OPENS_DIALOG)} className="board-link">
        {title}
      </Link>
    )
  }
  return (
    <Link to="/post/$id" params={{ id: item.post?.id ?? '' }} className="board-link">
      {title}
    </Link>
  )
}

function Shown({ one, image, arranging }: BoardItemCardProps) {
  if (one.maker === null) return <p className="board-gone text-14">{texts.gone}</p>
  if (one.image === null) {
    return (
      <p className="board-words text-16 text-ink-2">
        <span>{one.words}</span>
      </p>
    )
  }
  return (
    <Picture
      picture={pictureSources(one.image)}
      {...image}
      canReveal={arranging === null}
      {...(arranging === null ? {} : { className: 'pointer-events-none select-none' })}
    />
  )
}

function Note({ item, viewerId }: { item: BoardItem; viewerId: string | null }) {
  const { note, isAgainst, notedBy, notedAt } = item
  return (
    <div className="board-note">
      {isAgainst ? (
        <p className="flex items-center gap-1.5 text-14 font-semibold text-warning">
          <Ban size={16} aria-hidden />
          {texts.against}
        </p>
      ) : null}
      {note === '' ? null : (
        <p className="mt-1 text-14 whitespace-pre-line text-ink wrap-anywhere">{note}</p>
      )}
      {notedBy === null || notedAt === null ? null : (
        <p className="mt-1.5 flex items-center gap-2 text-13 text-ink-3">
          <Avatar {...faceOf(notedBy)} size={20} silent />
          <span className="min-w-0">
            {texts.by(notedBy.id === viewerId ? texts.you : notedBy.firstName, dayOf(notedAt))}
          </span>
        </p>
      )}
    </div>
  )
}
