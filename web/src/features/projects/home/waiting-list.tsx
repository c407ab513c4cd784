import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { SHOWN_WAITING, type Dashboard, type Waiting } from '@plinth/contract/people/home.ts'
import { waitingLines } from '@plinth/contract/projects/next.ts'
import { agoInWords } from '../../../lib/format/ago.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { texts } from './home-texts.ts'
import { SectionHead } from './section-head.tsx'
import { theirTime, wordsIn } from './zone-texts.ts'

/** What somebody asks is shown with their face, what is being made with its picture. */
const FROM_PERSON: ReadonlySet<Waiting['kind']> = new Set(['request', 'quote', 'offer'])

interface WaitingListProps {
  waiting: Dashboard['waiting']
  zone: string
  now: Date
}

/** What waits for the creator by deadline: four things, then all. */
export function WaitingList({ waiting: { items, total }, zone, now }: WaitingListProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, SHOWN_WAITING)
  return (
    <section aria-labelledby="waiting">
      <SectionHead
        id="waiting"
        title={texts.waiting.heading}
        className="mb-2"
        {...(total === 0 ? {} : { count: total })}
      />
      {total === 0 ? (
        <p className="home-empty text-16 text-ink-2">{texts.waiting.none}</p>
      ) : (
        <ul>
          {shown.map((item, position) => (
            <WaitingRow
              key={`${item.kind}-${item.id}`}
              item={item}
              isFirst={position === 0}
              zone={zone}
              now={now}
            />
          ))}
        </ul>
      )}
      {items.length > SHOWN_WAITING ? (
        <Button
          variant="quiet"
          className="mt-3 -ml-4.5"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.waiting.showFewer : texts.waiting.showAll(total)}
          <span className="sr-only">{texts.waiting.showAllOf}</span>
        </Button>
      ) : null}
    </section>
  )
}

function WaitingRow({
  item,
  isFirst,
  zone,
  now,
}: {
  item: Waiting
  isFirst: boolean
  zone: string
  now: Date
}) {
  const { title, line, deadline, action } = waitingLines(item, wordsIn(zone, now, true))
  const { picture, person, personZone } = item
  return (
    <li className="home-waiting" data-first={isFirst ? '' : undefined}>
      <div aria-hidden className="home-waiting-face">
        {picture === null || FROM_PERSON.has(item.kind) ? (
          <Avatar {...faceOf(person)} size={52} />
        ) : (
          <>
            <Picture picture={pictureSources(picture)} sizes="64px" alt="" />
            <Ledge glow={16} />
          </>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-16 font-semibold text-ink">{title}</h3>
        {line === '' ? null : <p className="line-clamp-2 text-14 text-ink-2">{line}</p>}
        <p className="text-14 text-ink-3 tnum">
          {[
            item.messages === 0
              ? deadline
              : `${texts.waiting.messages(item.messages)}, ${agoInWords(item.at, now.getTime()).toLowerCase()}.`,
            personZone === null ? '' : theirTime(personZone, now, person),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <Button asChild variant={isFirst ? 'primary' : undefined} className="home-waiting-act">
        <Link to={item.path} aria-label={`${action}: ${title}`}>
          <span className="home-waiting-word">{action}</span>
          <ChevronRight aria-hidden size={20} className="home-waiting-chevron" />
        </Link>
      </Button>
    </li>
  )
}
