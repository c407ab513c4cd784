import { Link } from '@tanstack/react-router'
import { Ellipsis, MessageCircle } from 'lucide-react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { isAgreed } from '../project-texts.ts'
import { menuOf, type ActionRequest } from './actions.ts'
import { texts } from './room-texts.ts'

/** The id of the conversation in a room. */
export const MESSAGES_ANCHOR = 'room-messages'

interface RoomHeadProps {
  project: Project
  onAction: (action: ActionRequest) => void
}

/** The title of the project, the two people, and a menu of further actions. */
export const RoomHead = ({ project, onAction }: RoomHeadProps) => (
  <header className="flex items-center gap-6 max-tablet:items-start max-tablet:gap-3.5">
    {project.work === null ? null : (
      <Link to="/portfolio/$id" params={{ id: project.work.id }} className="room-work">
        <Picture
          picture={pictureSources(project.work.picture)}
          sizes="96px"
          fit="cover"
          alt={project.work.title}
        />
      </Link>
    )}
    <div className="min-w-0 flex-1">
      <p className="text-14 text-ink-3 max-tablet:sr-only">{texts.kicker}</p>
      <h1 className="display text-44 text-ink wrap-anywhere max-tablet:text-24 max-tablet:leading-7">
        {project.title}
      </h1>
      <Parties project={project} />
    </div>
    <div className="flex gap-3 max-tablet:gap-2">
      <MessageWay project={project} />
      <MoreActions project={project} onAction={onAction} />
    </div>
  </header>
)

/** The two people, and the work that it is based on unless that has the project's own title. */
function Parties({ project }: { project: Project }) {
  const { title, work, client, creator } = project
  return (
    <p className="text-14 mt-1.5 text-ink-2">
      {work === null || work.title === title ? (
        texts.madeBy
      ) : (
        <>
          {`${texts.basedOn} `}
          <Link to="/portfolio/$id" params={{ id: work.id }} className="room-name">
            <i className="work-title">{work.title}</i>
          </Link>
          {` ${texts.by}`}
        </>
      )}{' '}
      <Link {...toPerson(creator)} className="room-name">
        {fullName(creator)}
      </Link>
      {`, ${isAgreed(project) ? texts.hiredBy : texts.requestedBy} `}
      <Link {...toPerson(client)} className="room-name">
        {fullName(client)}
      </Link>
    </p>
  )
}

function MessageWay({ project }: { project: Project }) {
  if (project.role === null) return null
  const way =
    project.conversationId === null
      ? { to: '.' as const, hash: MESSAGES_ANCHOR }
      : {
          to: '/messages/$conversationId' as const,
          params: { conversationId: project.conversationId },
        }
  return (
    <>
      <Button asChild className="max-tablet:hidden">
        <Link {...way}>{texts.message}</Link>
      </Button>
      <IconButton name={texts.message} tone="filled" asChild className="tablet:hidden">
        <Link {...way}>
          <MessageCircle size={20} aria-hidden />
        </Link>
      </IconButton>
    </>
  )
}

/** A menu of all other actions that the viewer may take; nothing if there are none. */
export function MoreActions({ project, onAction }: RoomHeadProps) {
  const ways = menuOf(project)
  if (ways.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton name={texts.more} tone="filled">
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      }
    >
      {ways.map(({ what, words, isHard }) => (
        <MenuItem key={what} tone={isHard ? 'danger' : 'plain'} onSelect={() => onAction({ what })}>
          {words}
        </MenuItem>
      ))}
    </Menu>
  )
}
