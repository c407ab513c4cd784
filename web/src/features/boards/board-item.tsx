import { Link } from '@tanstack/react-router'
import { Ban, GripVertical } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { OPENS_DIALOG, toWork } from '../../lib/routing/dialog-search.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { itemTexts as texts } from './board-texts.ts'
import { pictureTexts } from './pictures/picture-texts.ts'
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
  /** Opens an uploaded picture, which has no page. */
  onOpen: (one: ShownItem) => void
  menu: ReactNode
}

/** A work, a post or an uploaded picture on a board, with its note. The whole card opens it. */
export function BoardItemCard(props: BoardItemCardProps) {
  const { one, viewerId, isWhole, arranging, onOpen, menu } = props
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
            <h3
              className={
                item.picture === null
                  ? 'work-title text-16 text-ink wrap-anywhere'
                  : 'line-clamp-2 text-16 text-ink wrap-anywhere'
              }
            >
              {arranging === null ? (
                <Opens one={one} isMember={viewerId !== null} onOpen={onOpen} />
              ) : (
                one.title
              )}
            </h3>
            <p className="truncate text-14 text-ink-3">
              {item.picture === null
                ? fullName(maker)
                : pictureTexts.by(maker.id === viewerId ? pictureTexts.you : fullName(maker))}
            </p>
            {price === null ? null : <p className="tnum text-14 font-semibold text-ink">{price}</p>}
          </div>
        )}
        {menu}
      </div>
    </article>
  )
}

interface OpensProps {
  one: ShownItem
  isMember: boolean
  onOpen: (one: ShownItem) => void
}

function Opens({ one, isMember, onOpen }: OpensProps) {
  const { item, title, image } = one
  if (item.picture !== null) {
    return image === null ? (
      title
    ) : (
      <button
        type="button"
        className="board-link text-left"
        aria-haspopup="dialog"
        aria-label={pictureTexts.open(title)}
        onClick={() => onOpen(one)}
      >
        {title}
      </button>
    )
  }
  if (item.work !== null) {
    return (
      <Link
        {...toWork(item.work)}
        {...(isMember && !item.work.hasCaseStudy && OPENS_DIALOG)}
        className="board-link"
      >
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
      <p className="board-words text-16 text-ink-2" style={{ aspectRatio: ratioOf(one.picture) }}>
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
