import { Search } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { BriefCreator } from '@plinth/contract/boards/briefs.ts'
import { MAX_BRIEF_CREATORS } from '@plinth/contract/limits.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { composeTexts as texts } from './brief-texts.ts'

const BriefFind = lazy(async () => ({ default: (await import('./brief-find.tsx')).BriefFind }))

interface BriefCreatorsProps {
  viewerId: string
  creators: readonly BriefCreator[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  onFound: (creator: BriefCreator) => void
  error: string | undefined
}

/** Chooses who gets the brief: people whose work is on the board, and anybody found by name. */
export function BriefCreators(props: BriefCreatorsProps) {
  const { viewerId, creators, chosen, onChoose, onFound, error } = props
  const id = useId()
  const [isFull, setFull] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const toggle = (personId: string) => {
    const isChosen = chosen.includes(personId)
    const isTooMany = !isChosen && chosen.length >= MAX_BRIEF_CREATORS
    setFull(isTooMany)
    if (!isTooMany)
      onChoose(isChosen ? chosen.filter((one) => one !== personId) : [...chosen, personId])
  }
  return (
    <div
      role="group"
      className="brief-part"
      aria-labelledby={`${id}-title`}
      aria-describedby={error === undefined ? undefined : `${id}-wrong`}
    >
      <div className="brief-count">
        <h2 id={`${id}-title`} className="display text-24 text-ink">
          {texts.creators}
        </h2>
        <p className="tnum">{texts.chosen(chosen.length, MAX_BRIEF_CREATORS)}</p>
      </div>
      {creators.length === 0 ? (
        <p className="py-4 text-14 text-ink-2">{texts.noCreators}</p>
      ) : (
        <ul>
          {creators.map((creator) => (
            <li key={creator.person.id}>
              <Row
                creator={creator}
                isChosen={chosen.includes(creator.person.id)}
                isWrong={error !== undefined}
                onToggle={() => toggle(creator.person.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-14 text-warning">
        {isFull ? texts.tooManyCreators : ''}
      </p>
      {error === undefined ? null : (
        <div id={`${id}-wrong`} className="mt-2">
          <ErrorText text={error} />
        </div>
      )}
      <Button
        variant="quiet"
        className="brief-find"
        aria-expanded={isFinding}
        onClick={() => setFinding(!isFinding)}
      >
        <Search size={18} aria-hidden />
        {texts.find}
      </Button>
      {isFinding ? (
        <Suspense>
          <BriefFind
            isThere={(person) =>
              person.id === viewerId || creators.some((one) => one.person.id === person.id)
            }
            onFound={(person) => {
              onFound({ person, workCount: 0, work: null, isAgainst: false })
              if (chosen.length < MAX_BRIEF_CREATORS) onChoose([...chosen, person.id])
              else setFull(true)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

interface RowProps {
  creator: BriefCreator
  isChosen: boolean
  isWrong: boolean
  onToggle: () => void
}

function Row({ creator, isChosen, isWrong, onToggle }: RowProps) {
  const { person, work } = creator
  const id = useId()
  return (
    <div className="brief-creator">
      <Tick
        id={id}
        type="checkbox"
        checked={isChosen}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-line`}
        onChange={onToggle}
      />
      {work === null ? (
        <Avatar {...faceOf(person)} size={44} silent />
      ) : (
        <span className="brief-thumb">
          <Picture picture={pictureSources(work.picture)} sizes="44px" fit="cover" alt="" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <label htmlFor={id} className="text-16 font-semibold text-ink wrap-anywhere">
            {fullName(person)}
          </label>
          {person.location === null ? null : (
            <span className="text-13 text-ink-3">{person.location}</span>
          )}
        </p>
        <p id={`${id}-line`} className="text-14 text-ink-2 wrap-anywhere">
          {texts.made(creator)}
        </p>
      </div>
      {work === null || work.startingPrice === null ? null : (
        <div className="brief-price">
          <p className="tnum text-14 font-semibold text-ink">{texts.from(work.startingPrice)}</p>
          <p className="text-13 text-ink-3 wrap-anywhere">
            {texts.forWork}
            <i className="work-title">{work.title}</i>
          </p>
        </div>
      )}
    </div>
  )
}
