import { File, FileAudio, FileText, Film, Image } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { texts } from '../proof-texts.ts'
import { useKeptLink } from '../stage/use-kept-link.ts'

const ICONS = {
  image: Image,
  video: Film,
  audio: FileAudio,
  pdf: FileText,
  document: FileText,
  other: File,
} as const

export interface FileStripProps {
  things: readonly ProofThing[]
  thingId: string
  /** Open comments of each thing, by its id. */
  counts: ReadonlyMap<string, number>
  onThing: (thing: ProofThing) => void
  /** Before the files: how many are picked. */
  lead?: ReactNode
  /** Under each file: whether it is picked, what was decided. */
  foot?: ((thing: ProofThing) => ReactNode) | undefined
}

/** The files of a room in their newest version, in one row. */
export function FileStrip({ things, thingId, counts, onThing, lead, foot }: FileStripProps) {
  return (
    <div className="proof-strip">
      {lead}
      <ul aria-label={texts.room.files} className="proof-files">
        {things.map((thing) => (
          <li key={thing.id}>
            <Face
              thing={thing}
              isShown={thing.id === thingId}
              open={counts.get(thing.id) ?? 0}
              onThing={() => onThing(thing)}
            />
            {foot?.(thing)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Face({
  thing,
  isShown,
  open,
  onThing,
}: {
  thing: ProofThing
  isShown: boolean
  open: number
  onThing: () => void
}) {
  const [version] = thing.versions
  const src = useKeptLink(version?.preview?.url ?? '')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown])
  if (version === undefined) return null
  const Icon = ICONS[version.kind]
  const name = open === 0 ? version.fileName : `${version.fileName}, ${texts.comments.open(open)}`
  return (
    <button
      ref={button}
      type="button"
      className="proof-face"
      aria-current={isShown ? 'true' : undefined}
      aria-label={name}
      title={version.fileName}
      onClick={onThing}
    >
      {version.preview === null ? (
        <Icon size={24} aria-hidden />
      ) : (
        <img
          src={src}
          alt=""
          width={version.preview.width}
          height={version.preview.height}
          loading="lazy"
        />
      )}
      {open === 0 ? null : (
        <span className="proof-face-count tnum" aria-hidden>
          {open}
        </span>
      )}
    </button>
  )
}
