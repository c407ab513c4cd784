import { usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { overUpload, TopBar } from '../features/navigation/top-bar.tsx'
import { CreatorWorks } from '../features/portfolios/creator-works.tsx'
import { creatorWorksQuery, savedWorksQuery } from '../features/portfolios/portfolio-api.ts'
import { Wall } from '../features/portfolios/wall.tsx'
import { profileQuery } from '../features/profile/profile-api.ts'
import { ProfilePage } from '../features/profile/profile-page.tsx'
import { texts } from '../features/profile/profile-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { readProfileSearch } from '../lib/profile-search.ts'
import { useOnceOpened } from '../lib/use-once-opened.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const WorkDialog = lazy(async () => ({
  default: (await import('../features/portfolios/work-dialog.tsx')).WorkDialog,
}))

/** Somebody's page, under `/profile/{id}` and for creators under `/creator/{id}` too. */
export function ProfileScreen() {
  const viewer = useViewer()
  const id = useParams({ strict: false, select: (params) => params.id ?? '' })
  const search = readProfileSearch(useSearch({ strict: false }))
  const workOpened = useOnceOpened(search.work !== undefined)
  // The works need not wait for the profile.
  usePrefetchInfiniteQuery(creatorWorksQuery(useQueryClient(), id))
  if (viewer === null) return null
  const { isCreator } = viewer
  return (
    <>
      <TopBar isCreator={isCreator} />
      <ProfilePage
        key={id}
        id={id}
        viewerId={viewer.id}
        search={search}
        portfolio={
          <CreatorWorks
            creatorId={id}
            isMember
            empty={<NoWorks id={id} isOwn={id === viewer.id} />}
          />
        }
        saved={<SavedWorks />}
      />
      <TabBar isCreator={isCreator} />
      <Suspense fallback={null}>
        {workOpened ? <WorkDialog id={search.work} viewerId={viewer.id} /> : null}
      </Suspense>
    </>
  )
}

function NoWorks({ id, isOwn }: { id: string; isOwn: boolean }) {
  const person = useQuery(profileQuery(id)).data
  if (!person) return null
  const { empty, emptyOwn, emptyOther, emptyFollower, upload } = texts.portfolio
  const line = isOwn ? emptyOwn : emptyOther(person.firstName)
  return (
    <div className="page">
      <div className="max-w-160">
        <EmptyState
          title={empty}
          line={person.isCreator ? line : emptyFollower}
          action={
            isOwn && person.isCreator ? (
              <Button asChild>
                <Link {...overUpload}>{upload}</Link>
              </Button>
            ) : undefined
          }
        />
      </div>
    </div>
  )
}

const SavedWorks = () => (
  <Wall
    source={savedWorksQuery(useQueryClient())}
    isMember
    empty={
      <div className="max-w-160">
        <EmptyState
          title={texts.saved.empty}
          line={texts.saved.emptyLine}
          action={
            <Button asChild>
              <Link to="/">{texts.saved.browse}</Link>
            </Button>
          }
        />
      </div>
    }
  />
)
