import { ArrowLeft, Ellipsis, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { texts as all } from '../proof-texts.ts'

const texts = all.room

interface RoomBarProps {
  room: ProofRoom
  thing: ProofThing
  version: ProofVersion
  /** Where the arrow leads; a guest has nothing to go back to. */
  back: ReactNode
  onVersion: (version: ProofVersion) => void
  onKeys: () => void
  /** Null for whoever may not say what replaces what. */
  onBind: (() => void) | null
  /** Behind the file's name, which is shown with them: how long it is. Null for what doesn't play. */
  facts: string | null
  /** Behind the versions: comparing them. */
  compare?: ReactNode
  /** Before the keys: sharing, and adding files. */
  share?: ReactNode
  /** More items of the menu. */
  menu?: ReactNode
}

/** The title, the versions, and what else there is to do with the room. */
export function RoomBar(props: RoomBarProps) {
  const { room, thing, version, back, onVersion, onKeys, onBind, facts, compare, share, menu } =
    props
  const { client, creator, title } = room
  const newest = thing.versions[0]?.number
  return (
    <header className="proof-bar">
      {back}
      <div className="proof-name">
        <h1 className="display truncate text-18 text-ink">{title}</h1>
        <p className="truncate text-13 text-ink-3">
          {client === null
            ? texts.added(creator.firstName, dayOf(version.deliveredAt))
            : texts.sent(version.delivery, creator.firstName, dayOf(version.deliveredAt))}
        </p>
      </div>
      <div className="proof-versions">
        <div role="group" aria-label={texts.versions} className="proof-version-row">
          {thing.versions.toReversed().map((one) => (
            <button
              key={one.id}
              type="button"
              className="proof-tool"
              aria-pressed={one.id === version.id}
              onClick={() => onVersion(one)}
            >
              {texts.version(one.number)}
              {one.number === newest ? (
                <span className="text-13 text-accent-text">{texts.newest}</span>
              ) : null}
            </button>
          ))}
        </div>
        {compare}
        {facts === null ? null : (
          <p className="proof-facts">
            <strong className="truncate">{version.fileName}</strong>
            <span>{facts}</span>
          </p>
        )}
      </div>
      <div className="proof-acts">
        {share}
        <IconButton name={texts.keys} className="proof-keys-button" onClick={onKeys}>
          <Keyboard size={20} aria-hidden />
        </IconButton>
        {onBind === null && menu == null ? null : (
          <Menu
            trigger={
              <IconButton name={texts.more}>
                <Ellipsis size={20} aria-hidden />
              </IconButton>
            }
          >
            {onBind === null ? null : <MenuItem onSelect={onBind}>{all.room.replaces}</MenuItem>}
            {menu}
          </Menu>
        )}
      </div>
    </header>
  )
}

/** The arrow of the bar, around a link. */
export const BackArrow = ({
  name = texts.back,
  children,
}: {
  /** Where it leads; to the project by default. */
  name?: string
  children: (arrow: ReactNode) => ReactNode
}) => (
  <IconButton name={name} asChild>
    {children(<ArrowLeft size={20} aria-hidden />)}
  </IconButton>
)
