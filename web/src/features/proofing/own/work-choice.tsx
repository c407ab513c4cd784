import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { RoomWork } from '@plinth/contract/proofing/own.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { addTexts as texts } from './add-texts.ts'
import { roomWorksQuery } from './own-api.ts'

interface WorkChoiceProps {
  /** In the order in which they were chosen. */
  chosen: readonly RoomWork[]
  onChange: (chosen: readonly RoomWork[]) => void
}

/** The works that only their creator sees, as pictures to choose. */
export function WorkChoice({ chosen, onChange }: WorkChoiceProps) {
  const query = useInfiniteQuery(roomWorksQuery())
  const toggle = (work: RoomWork, isChosen: boolean) => {
    const others = chosen.filter(({ id }) => id !== work.id)
    onChange(isChosen ? [...others, work] : others)
  }
  return (
    <div className="add-works">
      <PagesView
        query={query}
        skeleton={<WorksSkeleton />}
        failed={texts.failed}
        loadingMore={texts.loadingMore}
        moreFailed={texts.moreFailed}
        empty={
          <div role="status">
            <EmptyState title={texts.none} line={texts.noneLine} />
          </div>
        }
      >
        {(works) => (
          <ul aria-label={texts.works} className="add-grid">
            {works.map((work) => (
              <WorkTile
                key={work.id}
                work={work}
                isChosen={chosen.some(({ id }) => id === work.id)}
                onChange={(isChosen) => toggle(work, isChosen)}
              />
            ))}
          </ul>
        )}
      </PagesView>
    </div>
  )
}

interface WorkTileProps {
  work: RoomWork
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function WorkTile({ work, isChosen, onChange }: WorkTileProps) {
  const id = useId()
  return (
    <li>
      <label htmlFor={id} className="add-work" data-chosen={isChosen || undefined}>
        <span className="add-picture">
          <Picture picture={pictureSources(work.picture)} alt="" sizes="160px" fit="cover" />
        </span>
        <span className="add-name">
          <Tick
            id={id}
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChange(target.checked)}
          />
          <span className="min-w-0">
            <span className="block truncate text-14 text-ink">{work.title}</span>
            <span className="block truncate text-13 text-ink-3">{work.fileName}</span>
          </span>
        </span>
      </label>
    </li>
  )
}

const WorksSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="add-grid">
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} className="add-picture" />
    ))}
  </div>
)
