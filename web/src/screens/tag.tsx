import '../features/posts/posts-screens.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useSearch } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { tagWorksQuery } from '../features/portfolios/portfolio-api.ts'
import { Wall } from '../features/portfolios/wall/wall.tsx'
import { WorkDialog } from '../features/portfolios/work/late-work-dialog.tsx'
import { tagPostsQuery, tagQuery } from '../features/posts/post-api.ts'
import { PostWall } from '../features/posts/card/post-wall.tsx'
import { texts } from '../features/posts/posts-texts.ts'
import { TagFilter, TagHeader } from '../features/posts/card/tag-header.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { readExploreSearch } from '../lib/routing/explore-search.ts'
import { isMissing } from '../lib/api/errors.ts'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { WallSkeleton } from '../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'

const route = getRouteApi('/explore/tag/$tag')
/** Number of works shown before the posts when a page has both. */
const WORKS_ABOVE = 8
const NOTHING = { workCount: 0, postCount: 0 }

type Show = 'works' | 'posts' | undefined

/** Works and posts with a tag. */
export function TagScreen() {
  const viewer = useViewer()
  const { tag } = route.useParams()
  const { show, work } = readExploreSearch(useSearch({ strict: false }))
  const query = useQuery(tagQuery(tag))
  useDocumentTitle(work === undefined ? `#${query.data?.tag ?? tag}` : undefined)
  return (
    <>
      <PageFrame className="posts-screen page">
        <TagHeader tag={tag} view={query.data} />
        <QueryView
          // The tag is longer than any tag can be, so nothing has it.
          query={isMissing(query.error) ? { ...query, data: NOTHING } : query}
          skeleton={<WallSkeleton label={texts.tag.loading} />}
          failed={texts.tag.failed}
          isEmpty={({ workCount, postCount }) => workCount + postCount === 0}
          empty={<Nothing title={texts.tag.empty(tag)} line={texts.tag.emptyLine} />}
        >
          {({ workCount, postCount }) => (
            <>
              <TagFilter tag={tag} show={show} />
              <Carried
                key={tag}
                tag={tag}
                show={show}
                workCount={workCount}
                hasPosts={postCount > 0}
              />
            </>
          )}
        </QueryView>
      </PageFrame>
      <OnceOpened open={work !== undefined}>
        <WorkDialog id={work} viewerId={viewer?.id ?? null} />
      </OnceOpened>
    </>
  )
}

interface CarriedProps {
  tag: string
  show: Show
  workCount: number
  hasPosts: boolean
}

/** Works, posts, or both under headings. */
function Carried({ tag, show, workCount, hasPosts }: CarriedProps) {
  const isMember = useViewer() !== null
  const client = useQueryClient()
  const both = show === undefined && workCount > 0 && hasPosts
  const works = (
    <Wall
      isFirst
      source={tagWorksQuery(client, tag)}
      isMember={isMember}
      most={both ? WORKS_ABOVE : undefined}
      empty={<Nothing title={texts.tag.emptyWorks(tag)} showAll={tag} />}
    />
  )
  const posts = (
    <PostWall
      source={tagPostsQuery(client, tag)}
      empty={<Nothing title={texts.tag.emptyPosts(tag)} showAll={tag} />}
    />
  )
  if (!both) {
    const onlyPosts = show === 'posts' || (show === undefined && workCount === 0)
    return (
      <>
        <h2 className="sr-only">{onlyPosts ? texts.tag.posts : texts.tag.works}</h2>
        {onlyPosts ? posts : works}
      </>
    )
  }
  return (
    <>
      <Part id="tag-works" title={texts.tag.works}>
        {works}
        {workCount > WORKS_ABOVE ? (
          <Button asChild className="mt-10">
            <Link to="/explore/tag/$tag" params={{ tag }} search={{ show: 'works' }}>
              {texts.tag.allWorks}
            </Link>
          </Button>
        ) : null}
      </Part>
      <Part id="tag-posts" title={texts.tag.posts}>
        {posts}
      </Part>
    </>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="tag-part">
    <h2 id={id} className="display mb-6 text-32 text-ink">
      {title}
    </h2>
    {children}
  </section>
)

/** The empty state, with a link to show everything. */
const Nothing = ({ title, line, showAll }: { title: string; line?: string; showAll?: string }) => (
  <div className="mt-8 max-w-160">
    <EmptyState
      title={title}
      line={line}
      action={
        <Button asChild>
          {showAll === undefined ? (
            <Link to="/explore/posts">{texts.tag.wayOut}</Link>
          ) : (
            <Link to="/explore/tag/$tag" params={{ tag: showAll }}>
              {texts.tag.showAll}
            </Link>
          )}
        </Button>
      }
    />
  </div>
)
