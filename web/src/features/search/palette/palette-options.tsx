import { Link } from '@tanstack/react-router'
import {
  Bookmark,
  CheckCheck,
  CornerDownLeft,
  Hash,
  History,
  LayoutGrid,
  MessageCircle,
  Settings,
  SquarePen,
  Upload,
  X,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { fromPrice, fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { portfolioPath, toPerson } from '../../../lib/routing/paths.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { MarkedText } from '../results/marked-text.tsx'
import { texts } from '../search-texts.ts'
import {
  optionId,
  personLine,
  tagNote,
  type PaletteAction,
  type PaletteGroups,
} from './palette-rules.ts'

const words = texts.palette

const ICONS: Record<PaletteAction['icon'], LucideIcon> = {
  post: SquarePen,
  upload: Upload,
  read: CheckCheck,
  settings: Settings,
  messages: MessageCircle,
  saved: Bookmark,
  boards: LayoutGrid,
  message: MessageCircle,
}

interface PaletteOptionsProps {
  groups: PaletteGroups
  /** The typed words, marked in each option. */
  typed: string
  active: string | null
  onPoint: (id: string) => void
  onForget: (search: string) => void
  onClose: () => void
}

/** The options in their groups. They are not focused: the field says which one is active. */
export function PaletteOptions({
  groups,
  typed,
  active,
  onPoint,
  onForget,
  onClose,
}: PaletteOptionsProps) {
  const { recent, people, works, tags, actions } = groups
  const optionOf = (id: string) => ({
    id,
    role: 'option' as const,
    'aria-selected': active === id,
    tabIndex: -1,
    className: 'palette-option',
    onPointerMove: () => onPoint(id),
  })
  return (
    <>
      <Group name="recent" label={words.recent} isEmpty={recent.length === 0}>
        {recent.map((search, index) => {
          const id = optionId('recent', index)
          return (
            <div key={search} className="relative">
              <Link
                {...optionOf(id)}
                to="/search"
                search={{ q: search }}
                aria-describedby="palette-forget"
                onClick={onClose}
              >
                <PaletteIcon icon={History} />
                <span className="truncate">
                  <MarkedText text={search} words={typed} />
                </span>
              </Link>
              {/* For pointers. Keys have Delete, and below the list there is a button for all of them. */}
              <span
                aria-hidden
                title={words.forget(search)}
                className="palette-forget"
                onClick={() => onForget(search)}
              >
                <X size={16} />
              </span>
            </div>
          )
        })}
      </Group>
      <Group name="people" label={words.people} isEmpty={people.length === 0}>
        {people.map((person, index) => {
          const id = optionId('people', index)
          return (
            <Link key={person.id} {...optionOf(id)} {...toPerson(person)} onClick={onClose}>
              <span className="palette-sign">
                <Avatar {...faceOf(person)} size={36} />
              </span>
              <span className="truncate">
                <MarkedText text={fullName(person)} words={typed} />
              </span>
              <span className="palette-note min-w-0 flex-1 truncate">{personLine(person)}</span>
              {active === id ? (
                <span aria-hidden className="flex items-center gap-2.5 text-14 text-ink-2">
                  {words.openProfile}
                  <CornerDownLeft size={16} />
                </span>
              ) : null}
            </Link>
          )
        })}
      </Group>
      <Group name="works" label={words.works} isEmpty={works.length === 0}>
        {works.map((work, index) => (
          <Link
            key={work.id}
            {...optionOf(optionId('works', index))}
            to={portfolioPath(work.id)}
            onClick={onClose}
          >
            <span className="palette-sign">
              <Picture picture={pictureSources(work.picture)} sizes="40px" alt="" />
            </span>
            <span className="work-title truncate text-ink">{work.title}</span>
            <span className="palette-note min-w-0 flex-1 truncate">{work.creatorName}</span>
            <span className="palette-end">{fromPrice(work.startingPrice)}</span>
          </Link>
        ))}
      </Group>
      <Group name="tags" label={words.tags} isEmpty={tags.length === 0}>
        {tags.map(({ tag, workCount }, index) => (
          <Link
            key={tag}
            {...optionOf(optionId('tags', index))}
            to="/explore/tag/$tag"
            params={{ tag }}
            onClick={onClose}
          >
            <PaletteIcon icon={Hash} />
            <span className="min-w-0 flex-1 truncate">
              <MarkedText text={tag} words={typed} />
            </span>
            <span className="palette-end">{tagNote(workCount)}</span>
          </Link>
        ))}
      </Group>
      <Group name="actions" label={words.actions} isEmpty={actions.length === 0}>
        {actions.map((action, index) => (
          <button
            key={action.id}
            type="button"
            {...optionOf(optionId('actions', index))}
            onClick={() => {
              onClose()
              action.perform()
            }}
          >
            <PaletteIcon icon={ICONS[action.icon]} />
            <span className="min-w-0 flex-1 truncate">
              <MarkedText text={action.label} words={typed} />
            </span>
            {action.note === undefined ? null : <span className="palette-end">{action.note}</span>}
          </button>
        ))}
      </Group>
    </>
  )
}

const PaletteIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="palette-sign text-ink-2">
    <Icon size={20} aria-hidden />
  </span>
)

interface GroupProps {
  name: keyof PaletteGroups
  label: string
  isEmpty: boolean
  children: ReactNode
}

const Group = ({ name, label, isEmpty, children }: GroupProps) =>
  isEmpty ? null : (
    <div role="group" aria-labelledby={`palette-${name}`} className="palette-group">
      <div id={`palette-${name}`} role="presentation" className="palette-label">
        {label}
      </div>
      {children}
    </div>
  )
