import { Link } from '@tanstack/react-router'
import { Globe, Link as LinkIcon, Lock, Users } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Board } from '@plinth/contract/boards/boards.ts'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { boardTexts as texts } from './board-texts.ts'
import { contentWords } from './picker-texts.ts'

/** A board in the index: its first pictures on a ledge, and what it is below. The whole tile opens it. */
export function BoardTile({ board }: { board: Board }) {
  const { id, title, covers, people, peopleCount, itemCount, role } = board
  const canAdd = role === 'owner' || role === 'edit'
  return (
    <li className="board-tile">
      <div className="board-covers" aria-hidden>
        {covers.length === 0 ? (
          <>
            <span className="board-outline" style={{ '--ar': 0.75 } as CSSProperties} />
            <span className="board-outline" style={{ '--ar': 1.5 } as CSSProperties} />
          </>
        ) : (
          fittingOf(covers).map((cover) => (
            <span
              key={cover.id}
              style={
                {
                  '--ar': ratioOf(cover),
                  '--grow': Math.sqrt(ratioOf(cover)),
                } as CSSProperties
              }
            >
              <Picture
                picture={pictureSources(cover)}
                alt=""
                sizes="(max-width: 720px) 40vw, 240px"
              />
            </span>
          ))
        )}
      </div>
      <Ledge glow={26} />
      <div className="flex items-start gap-4 pt-3">
        <h3 className="display min-w-0 flex-1 text-20 text-ink">
          <Link to="/boards/$id" params={{ id }} className="board-link wrap-anywhere">
            {title}
          </Link>
        </h3>
        {peopleCount === 0 ? null : (
          <p className="board-faces">
            <span className="sr-only">{texts.people(people.map(fullName))}</span>
            {people.map((person) => (
              <Avatar key={person.id} {...faceOf(person)} size={28} silent />
            ))}
          </p>
        )}
      </div>
      <p className="mt-1 text-14 text-ink-2">
        {itemCount > 0 ? contentWords(board) : canAdd ? texts.nothing : texts.nothingShared}
      </p>
      <p className="mt-2 flex items-center gap-2 text-14 text-ink-3">
        <Seen board={board} />
        {texts.whoSees(board)}
      </p>
    </li>
  )
}

/** The ledge's width by the height that its works keep, so that wide works stay large enough to tell apart. */
const MOST = 3.7

/** As many of the covers as fit on the ledge, and at least one. */
function fittingOf(covers: Board['covers']): Board['covers'] {
  let width = 0
  return covers.filter((cover, index) => {
    width += ratioOf(cover)
    return index === 0 || width <= MOST
  })
}

function Seen({ board: { visibility, peopleCount, isTakenDown } }: { board: Board }) {
  const Closed = peopleCount > 0 ? Users : Lock
  const Icon = isTakenDown ? Lock : { private: Closed, link: LinkIcon, public: Globe }[visibility]
  return <Icon size={16} aria-hidden className="shrink-0" />
}
