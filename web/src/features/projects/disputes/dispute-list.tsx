import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { withoutItem, type AdminSearch } from '../../../lib/routing/admin-search.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { QueueStates, QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DisputeCase } from './dispute-panel.tsx'
import { disputeTexts as texts } from './dispute-texts.ts'
import { disputesQuery, projectQuery } from '../project-api.ts'

interface DisputeQueueProps {
  viewerId: string
  search: AdminSearch
}

/** The disputes that Plinth has to decide: the list, or one of them in full. */
export function DisputeQueue({ viewerId, search }: DisputeQueueProps) {
  const { item } = search
  return item === undefined ? (
    <DisputeList box={search.state === 'ruled' ? 'ruled' : 'open'} />
  ) : (
    <>
      <Link
        to="."
        search={withoutItem(search)}
        resetScroll={false}
        className="mt-2 mb-1 inline-flex h-11 items-center gap-2 text-14 font-semibold text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden />
        {texts.all}
      </Link>
      <OpenCase key={item} id={item} viewerId={viewerId} />
    </>
  )
}

function OpenCase({ id, viewerId }: { id: string; viewerId: string }) {
  const query = useQuery({ ...projectQuery(id), staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-120" />} failed={texts.itemFailed}>
      {(project) => <DisputeCase project={project} viewerId={viewerId} />}
    </QueryView>
  )
}

function DisputeList({ box }: { box: 'open' | 'ruled' }) {
  const query = useInfiniteQuery(disputesQuery(useQueryClient(), box))
  return (
    <div className="mt-2">
      <QueueStates label={texts.which} states={texts.states} state={box} />
      <PagesView
        query={query}
        skeleton={<Skeleton className="h-60" />}
        failed={texts.failed}
        moreFailed={texts.moreFailed}
        empty={<EmptyState {...texts.empty[box]} />}
      >
        {(items) => (
          <ul aria-label={texts.list}>
            {items.map((card) => (
              <Row key={card.id} card={card} />
            ))}
          </ul>
        )}
      </PagesView>
    </div>
  )
}

const Row = ({ card }: { card: ProjectCard }) => {
  const { id, title, work, client, creator, held, dueAt, updatedAt } = card
  const parties = texts.parties(fullName(client), fullName(creator))
  return (
    <QueueRow
      id={id}
      isOpen={false}
      thumb={
        work === null ? (
          <Avatar {...faceOf(client)} size={44} />
        ) : (
          <Picture
            picture={pictureSources(work.picture)}
            sizes="88px"
            alt=""
            className="h-auto! max-h-16 w-auto! max-w-full"
          />
        )
      }
      title={title}
      line={held === 0 ? parties : `${parties}, ${texts.held(price(held))}`}
      aside={dueAt === null ? dayOf(updatedAt) : texts.due(dayOf(dueAt))}
    />
  )
}
